/**
 * `npm run bench:alerts`: 10,000 environments with a fall in the same minute, with the real stores and verbs on SQLite, in a
 * time of its own.
 *
 * D1 answers a thousand queries a second, and a thousand of one invocation
 * (https://developers.cloudflare.com/d1/platform/limits/); the mail provider two requests a second, Telegram thirty messages.
 * Fails when mails take more than five minutes or chats more than seven, when an invocation asks for too much, or when a
 * message is missing or double. Measured is each kind of recipient told by the reports' own invocations, which end 30 s
 * after their answer, and mails told by the scheduled job alone, when all of those were lost. Another network, which
 * reached every site before, is asked about the falls, as far as the database answers in time, and reaches none.
 *
 * `npm run bench:alerts -- Telegram` measures those with this word in their name.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyMemory } from '#domain/alerts/memory.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { type AlertReport, CONFIRM_EVERY_MS, REPORT_VERSION } from '#domain/api-schemas/alert-report.ts';
import { receiveReport } from '#functions/alerts/receive-report.ts';
import { lookSoon } from '#functions/alerts/second-look.ts';
import { alertWorkWith, tellLeft, tellSoon } from '#functions/alerts/tell-recipient.ts';
import type { Deps } from '#functions/compose.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { alertDeps } from './alert-deps.ts';
import { createProviders, databaseOf, Ended } from './alert-world.ts';
import { seed } from './seed.ts';
import { openDatabase } from './sqlite-d1.ts';
import { createVirtualTime } from './virtual-time.ts';

const TENANTS = 10_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const QUERIES_AN_INVOCATION = 1_000;
/** What a Worker has after its answer. */
const AFTER_ANSWER_MS = 30_000;
/** Chats that an invocation writes to before it records the answers (functions/alerts/deliver.ts). */
const AT_ONCE = 22;
/** At the providers, by default. */
const PACE = { mails: 2, chats: 30 } as const;

interface Way {
  readonly name: string;
  readonly kind: 'email' | 'telegram';
  /** False: every report's own invocation is lost. */
  readonly isTold: boolean;
  readonly withinMinutes: number;
}
const ways: readonly Way[] = [
  { name: 'E-mail, na própria chamada', kind: 'email', isTold: true, withinMinutes: 5 },
  { name: 'Telegram, na própria chamada', kind: 'telegram', isTold: true, withinMinutes: 7 },
  { name: 'E-mail, só pela tarefa de cada minuto', kind: 'email', isTold: false, withinMinutes: 5 },
];

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const broken: string[] = [];

/** @param began Of the measurement: the monitor is a day older. */
const reportOf = (orderId: string, began: number, at: number): AlertReport => ({
  version: REPORT_VERSION,
  process: { id: crypto.randomUUID(), startedAt: at },
  base: 0,
  over: null,
  levels: [
    {
      ...{ monitor: { id: 1, name: 'Loja' }, createdAt: began - DAY_MS, state: 'down', since: at - 20_000 },
      ...{
        reason: null,
        doubt: null,
        doubtSince: null,
        checkedAt: at,
        interval: 60,
        look: `https://${orderId}.example/`,
      },
      ...{ message: 'timeout', isFirst: false, downAt: null, signAt: null, unseen: null, gap: null },
    },
  ],
  falls: [],
  events: [],
  checked: [],
});

async function measure(folder: string, { name, kind, isTold, withinMinutes }: Way): Promise<void> {
  const began = Date.now();
  const opened = openDatabase(join(folder, `${kind}-${isTold}.sqlite`));
  seed(opened.sqlite, TENANTS, began);
  opened.sqlite.exec(`DELETE FROM work`);
  opened.sqlite
    .prepare(
      `INSERT INTO alert_recipients (id, order_id, kind, address, is_owner, state, preferences, read_seq, read_fall, memory,
         created_at)
       SELECT 'r' || order_id, order_id, ?, order_id || '@exemplo.com.br', 1, 'on', ?, 0, 0, ?, 0 FROM tenants`,
    )
    .run(kind, JSON.stringify(defaultPreferences), JSON.stringify(emptyMemory));
  opened.sqlite
    .prepare(
      `INSERT INTO alert_levels (order_id, monitor_id, created_at, name, state, since, interval, look, looked, looked_at,
         changed_at, entered_at)
       SELECT order_id, 1, ?1, 'Loja', 'up', ?1, 60, 'https://' || order_id || '.example/',
         'https://' || order_id || '.example/', ?2, ?1, ?1 FROM tenants`,
    )
    .run(began - DAY_MS, began - MINUTE_MS);
  const orders = opened.sqlite
    .prepare(`SELECT order_id AS id FROM tenants WHERE state = 'active'`)
    .all()
    .map(({ id }) => String(id));

  const time = createVirtualTime(began);
  const { told, counted, ...services } = createProviders(time, PACE);
  const line = { freeAt: 0 };
  const latest = began + 3 * withinMinutes * MINUTE_MS;
  const isEverybodyTold = (): boolean => told.size >= orders.length;
  let most = 0;
  let ended = 0;
  let queries = 0;
  let jobQueries = 0;
  const invocation = () => {
    const { d1, asked } = databaseOf(opened, time, line);
    return { deps: alertDeps(d1, { now: time.now, mailRequestsPerSecond: PACE.mails, ...services }), asked };
  };

  const failed: unknown[] = [];
  /** What a request does after its answer, as long as it may. */
  async function afterwards(
    { deps, asked }: ReturnType<typeof invocation>,
    work: (deps: Deps) => Promise<void>,
  ) {
    asked.endsAt = time.now() + AFTER_ANSWER_MS;
    try {
      if (isTold) await work(deps);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
    }
    // What it ends within may take that for a failure of its own.
    if (asked.hasEnded) ended += 1;
    queries += asked.queries;
    most = Math.max(most, asked.queries);
  }
  /** The companion of an environment: a fall, and that it lasts. */
  async function report(orderId: string, at: number): Promise<void> {
    await time.until(at);
    const call = invocation();
    const fall = reportOf(orderId, began, time.now());
    const received = await receiveReport(call.deps, orderId, fall);
    if ('refused' in received) throw new Error('refused');
    const reportedAt = fall.process.startedAt;
    const fallen = fall.levels.map(({ monitor, createdAt, since }) => ({
      ...{ monitorId: monitor.id, createdAt, since: since ?? at },
    }));
    await afterwards(call, async (deps) => {
      await Promise.all([
        lookSoon(deps, orderId, fallen, reportedAt),
        tellSoon(deps, received.recipients, reportedAt, time.wait),
      ]);
    });
    for (
      let checkedAt = at + CONFIRM_EVERY_MS;
      !isEverybodyTold() && checkedAt < latest;
      checkedAt += CONFIRM_EVERY_MS
    ) {
      await time.until(checkedAt);
      const next = invocation();
      const checked = fall.levels.map(({ monitor, createdAt }) => ({
        id: monitor.id,
        createdAt,
        at: checkedAt,
      }));
      await receiveReport(next.deps, orderId, { ...fall, base: received.revision, levels: [], checked });
      await afterwards(next, (deps) => tellLeft(deps, time.wait));
    }
  }
  async function everyMinute(): Promise<void> {
    for (let at = began + MINUTE_MS; !isEverybodyTold() && at < latest; at += MINUTE_MS) {
      await time.until(at);
      const { deps, asked } = invocation();
      await runWork(deps, alertWorkWith(time.wait));
      queries += asked.queries;
      jobQueries = Math.max(jobQueries, asked.queries);
    }
  }
  const all = [
    ...orders.map((orderId, place) =>
      report(orderId, began + Math.floor((place / orders.length) * MINUTE_MS)),
    ),
    everyMinute(),
  ].map((each) => each.catch((error: unknown) => void failed.push(error)));
  let isOver = false;
  void Promise.all(all).then(() => {
    isOver = true;
  });
  await time.pass(() => isOver);
  if (failed.length > 0) throw failed[0];

  const seconds = (counted.lastAt - began) / 1_000;
  console.log(
    `${name}: ${number.format(told.size)} de ${number.format(orders.length)} em ${number.format(seconds)} s; ` +
      `${number.format(queries / orders.length)} consultas por queda, ${number.format(counted.requests)} pedidos ao ` +
      `provedor (${counted.refused} recusados pelo ritmo); em uma chamada no máximo ${most} consultas (${ended} ` +
      `encerradas), na tarefa ${number.format(jobQueries)}; ${number.format(counted.looks)} segundos olhares`,
  );
  if (seconds > withinMinutes * 60) broken.push(`${name}: ${number.format(seconds)} s`);
  if (Math.max(most, jobQueries) > QUERIES_AN_INVOCATION)
    broken.push(`${name}: uma chamada com ${Math.max(most, jobQueries)} consultas`);
  const missing = orders.length - told.size;
  const double = [...told.values()].filter((count) => count > 1).length;
  // Telegram knows no keys: what an ended invocation was just handing over may come twice.
  const mayBeDouble = kind === 'telegram' ? AT_ONCE * ended : 0;
  if (missing > 0 || double > mayBeDouble) broken.push(`${name}: ${missing} sem aviso, ${double} com dois`);
  opened.sqlite.close();
}

const folder = mkdtempSync(join(tmpdir(), 'vigia-alerts-'));
try {
  const wanted = process.argv[2] ?? '';
  for (const way of ways) if (way.name.includes(wanted)) await measure(folder, way);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const sentence of broken) console.error(`✗ ${sentence}`);
process.exitCode = broken.length === 0 ? 0 : 1;
