/**
 * `npm run bench:alerts`: 10,000 environments with a change in the same minute, with the real stores and verbs on SQLite.
 *
 * Prints the database's statements per change and how long D1 needs for all of them, by the rate that Cloudflare
 * documents (https://developers.cloudflare.com/d1/platform/limits/: one query of 1 ms after the other, about 1,000 a
 * second; 1,000 queries in one invocation). Fails above five minutes, or above an invocation's limit, or when a message
 * is missing or double. Two ways are measured: each report's own invocation tells its recipients, and, when all of those
 * were lost, the scheduled job does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emptyMemory, GATHER_MS } from '#domain/alerts/next-message.ts';
import { defaultPreferences } from '#domain/alerts/preferences.ts';
import { receiveEvents } from '#functions/alerts/receive-events.ts';
import { alertWork, tellSoon } from '#functions/alerts/tell-recipient.ts';
import type { Deps } from '#functions/compose.ts';
import { runWork } from '#functions/platform/work/run-work.ts';
import { alertDeps } from './alert-deps.ts';
import { seed } from './seed.ts';
import { openDatabase } from './sqlite-d1.ts';

const TENANTS = 10_000;
/** Of D1, one after the other. */
const QUERIES_A_SECOND = 1_000;
const QUERIES_AN_INVOCATION = 1_000;
const TOLD_WITHIN_SECONDS = 300;
/** What a mail provider takes to accept a mail. */
const MAIL_MS = 150;

const number = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 });
const broken: string[] = [];
const began = Date.now();
let now = began;

function open(folder: string, name: string) {
  const opened = openDatabase(join(folder, name));
  seed(opened.sqlite, TENANTS, now);
  opened.sqlite.exec(`DELETE FROM work`);
  opened.sqlite
    .prepare(
      `INSERT INTO alert_recipients (id, order_id, kind, address, is_owner, state, preferences, read_seq, memory, created_at)
       SELECT 'r' || order_id, order_id, 'email', order_id || '@exemplo.com.br', 1, 'on', ?, 0, ?, 0 FROM tenants`,
    )
    .run(JSON.stringify(defaultPreferences), JSON.stringify(emptyMemory));
  const sent = new Map<string, number>();
  const deps = alertDeps(opened.d1, {
    now: () => now,
    messenger: null,
    mailer: {
      send: async ({ to }: { readonly to: string }) => {
        sent.set(to, (sent.get(to) ?? 0) + 1);
        return { kind: 'sent' } as const;
      },
      check: async () => undefined,
    },
  });
  const orders = opened.sqlite
    .prepare(`SELECT order_id AS id FROM tenants WHERE state = 'active'`)
    .all()
    .map(({ id }) => String(id));
  return { opened, deps, orders, sent };
}

const report = (orderId: string) => ({
  generation: '00000000-0000-4000-8000-000000000000',
  events: [
    {
      key: 'b1',
      at: now,
      kind: 'down' as const,
      monitor: { id: 1, name: 'Loja' },
      message: `timeout ${orderId}`,
    },
  ],
});

function judge(name: string, { orders, sent }: ReturnType<typeof open>): void {
  const missing = orders.length - sent.size;
  const double = [...sent.values()].filter((count) => count > 1).length;
  if (missing > 0 || double > 0) broken.push(`${name}: ${missing} sem aviso, ${double} com dois`);
}

/** Every report's own invocation tells its recipients. */
async function atOnce(folder: string): Promise<void> {
  const all = open(folder, 'at-once.sqlite');
  const { opened, deps, orders } = all;
  opened.seen.length = 0;
  let most = 0;
  for (const orderId of orders) {
    const before = opened.seen.length;
    const recipients = await receiveEvents(deps, orderId, report(orderId));
    const since = now;
    await tellSoon(deps, recipients, async (ms) => {
      now += ms;
    });
    now = since;
    most = Math.max(most, opened.seen.length - before);
  }
  const perChange = opened.seen.length / orders.length;
  const seconds = opened.seen.length / QUERIES_A_SECOND;
  console.log(
    `Na própria chamada: ${number.format(orders.length)} ambientes, ${number.format(perChange)} consultas por mudança (no máximo ${most}), ${number.format(seconds)} s de banco`,
  );
  if (seconds > TOLD_WITHIN_SECONDS) broken.push(`na própria chamada: ${number.format(seconds)} s`);
  if (most > QUERIES_AN_INVOCATION) broken.push(`uma chamada com ${most} consultas`);
  judge('na própria chamada', all);
}

/** All of those invocations were lost; the scheduled job tells, minute by minute. */
async function byTheJob(folder: string): Promise<void> {
  const all = open(folder, 'job.sqlite');
  const { opened, deps, orders, sent } = all;
  for (const orderId of orders) await receiveEvents(deps, orderId, report(orderId));
  const since = now;
  opened.seen.length = 0;
  let queries = 0;
  while (sent.size < orders.length && now - since < TOLD_WITHIN_SECONDS * 4_000) {
    const minute = now;
    const before = sent.size;
    // Time passes by what was asked of the database and of the mail provider, five messages at a time.
    const timed = {
      ...deps,
      clock: {
        now: () =>
          minute +
          Math.max(
            ((opened.seen.length - queries) / QUERIES_A_SECOND) * 1000,
            ((sent.size - before) / 5) * MAIL_MS,
          ) +
          GATHER_MS,
      },
    } as Deps;
    await runWork(timed, alertWork);
    queries = opened.seen.length;
    now = Math.max(minute + 60_000, timed.clock.now());
    if (sent.size === before) break;
  }
  const seconds = (now - since) / 1000;
  console.log(
    `Pela tarefa de cada minuto: os ${number.format(sent.size)} avisos em ${number.format(seconds)} s`,
  );
  if (seconds > TOLD_WITHIN_SECONDS * 4) broken.push(`pela tarefa: ${number.format(seconds)} s`);
  judge('pela tarefa', all);
}

const folder = mkdtempSync(join(tmpdir(), 'vigia-alerts-'));
try {
  await atOnce(folder);
  now = began;
  await byTheJob(folder);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const sentence of broken) console.error(`✗ ${sentence}`);
process.exitCode = broken.length === 0 ? 0 : 1;
