/**
 * Two environments, their companions, and the functions that tell: the real companion and the real verbs, over SQLite and
 * a clock that is moved by hand. Any call may fail, be lost, come late, or break off in its middle.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanId } from '#domain/plans/ids.ts';
import { alertMails } from '#functions/alerts/mail.ts';
import { wakePlanned } from '#functions/alerts/member-store.ts';
import type { Deps } from '#functions/compose.ts';
import { createHttpMailer } from '#functions/vendors/mail/http-mailer.ts';
import { createOtherNetwork } from '#functions/vendors/other-network.ts';
import { createTelegramMessenger } from '#functions/vendors/telegram/messenger.ts';
import { alertDeps } from '../../bench/scale/alert-deps.ts';
import { seed } from '../../bench/scale/seed.ts';
import { openDatabase } from '../../bench/scale/sqlite-d1.ts';
import type { Chance } from '../chance.ts';
import { mortal as mortalDatabase } from '../worker/databases.ts';
import { createChannels } from './channels.ts';
import { createClock } from './clock.ts';
import { postAfterAnswer, runAlertJob, tellAfterAnswer } from './companion-api.ts';
import { createEnvironment } from './environment.ts';
import { Sites } from './model.ts';
import { createProvider } from './provider.ts';

/** What goes wrong for now; each is the chance of a call. */
export interface Weather {
  api: number;
  /** A report times out, and arrives after its successor. */
  late: number;
  /** The call that tells after a report's answer ends with its process. */
  deploy: number;
  mail: number;
  telegram: number;
  /** Of Slack, Discord and Teams, and of the webhook. */
  channels: number;
  hook: number;
  /** A statement of the database after which the process dies. */
  death: number;
}

export const calm: Weather = {
  api: 0,
  late: 0,
  deploy: 0,
  mail: 0,
  telegram: 0,
  channels: 0,
  hook: 0,
  death: 0,
};
const MINUTE_MS = 60_000;

/** @param startAt Milliseconds, UTC. @param plans Of the environments, in order. */
export async function createWorld(chance: Chance, startAt: number, plans: readonly PlanId[]) {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-rehearsal-'));
  const failures: string[] = [];
  const clock = createClock(startAt, (error) => failures.push(`broke off: ${String(error)}`));
  const { now } = clock;
  const sites = new Sites();
  const opened = openDatabase(join(folder, 'functions.sqlite'));
  seed(opened.sqlite, 8, startAt);
  opened.sqlite.exec(`DELETE FROM work; DELETE FROM outbox; UPDATE tenants SET state = 'active'`);
  const weather: Weather = { ...calm };
  const mortal = mortalDatabase(opened.d1 as unknown as D1Database, () => chance.hits(weather.death));
  const hits = (share: number): boolean => chance.hits(share);

  const turnedBackAt = (): number => sites.turnedBack.at(-1)?.at ?? 0;
  const mail = createProvider({
    now,
    turnedBackAt,
    chance: hits,
    loss: () => weather.mail,
    accepted: (texts, refused) =>
      texts.length === 1 && refused.length === 0
        ? { id: crypto.randomUUID() }
        : { data: texts.map(() => ({ id: crypto.randomUUID() })), errors: refused },
    read(path, { body, headers }) {
      const mails = [JSON.parse(String(body))].flat() as { to: string[]; text: string }[];
      return {
        isBatch: path.endsWith('/batch'),
        key: new Headers(headers).get('idempotency-key'),
        bytes: String(body),
        texts: mails.map(({ to, text }) => ({ to: to[0] ?? '', text })),
      };
    },
  });
  /** Buttons under messages to chats, and what their presses were answered. */
  const buttons: { readonly chat: string; readonly text: string; readonly data: string }[] = [];
  const answers: string[] = [];
  const telegram = createProvider({
    now,
    turnedBackAt,
    chance: hits,
    loss: () => weather.telegram,
    accepted: () => ({ ok: true, result: { message_id: 1 } }),
    read(_path, { body }) {
      const { chat_id: to, text } = JSON.parse(String(body)) as { chat_id: string; text: string };
      return { isBatch: false, key: null, bytes: String(body), texts: [{ to, text }] };
    },
  });
  const channels = createChannels({
    ...{ now, turnedBackAt, chance: hits },
    loss: () => weather.channels,
    hookLoss: () => weather.hook,
  });
  const looks: { readonly monitor: string; readonly at: number; readonly got: string }[] = [];
  const otherNetwork = createOtherNetwork({
    ...{ standInUrl: null, ours: ['https://vigia.example'], agent: 'Vigia' },
    async fetch(address) {
      const [, environment = '', number = ''] = /loja-(\d+)-(\d+)\./.exec(String(address)) ?? [];
      const monitor = `E${environment}M${number}`;
      const isUp = (environments[Number(environment)]?.instance().site.get(monitor) ?? 'up') === 'up';
      looks.push({ monitor, at: now(), got: isUp ? '200' : 'failed' });
      if (!isUp) throw new Error('connect ECONNREFUSED');
      return new Response('');
    },
  });
  async function askTelegram(address: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const asked = JSON.parse(String(init.body ?? '{}'));
    if (String(address).endsWith('/answerCallbackQuery')) {
      answers.push(asked.text);
      return Response.json({ ok: true, result: true });
    }
    const answer = await telegram.fetch(address, init);
    const data = asked.reply_markup?.inline_keyboard[0][0].callback_data;
    if (answer.ok && data !== undefined) buttons.push({ chat: asked.chat_id, text: asked.text, data });
    return answer;
  }
  const deps: Deps = Object.assign(
    alertDeps(mortal.db, {
      now,
      mailer: createHttpMailer({
        baseUrl: 'https://mail.example',
        apiKey: 'key',
        from: 'Vigia <avisos@vigia.example>',
        fetch: mail.fetch,
      }),
      messenger: createTelegramMessenger({
        baseUrl: 'https://telegram.example',
        token: '1:token',
        fetch: askTelegram,
      }),
    }),
    {
      mailTemplates: alertMails,
      mailRequestsPerSecond: 2,
      operatorsChat: null,
      otherNetwork,
      teamChannels: channels.port,
      rateLimiter: { allow: () => Promise.resolve(true) },
    },
  );

  /** A report's own call, after its answer. */
  function tellSoon(
    recipients: readonly string[],
    webhooks: readonly string[],
    look: (() => Promise<void>) | null,
  ): void {
    if (chance.hits(weather.deploy)) return;
    if (webhooks.length > 0)
      clock.begin((pause) => mortal.surviving(() => postAfterAnswer(deps, webhooks, pause)));
    if (look !== null) clock.begin(() => mortal.surviving(look));
    if (recipients.length === 0) return;
    clock.begin((pause) => mortal.surviving(() => tellAfterAnswer(deps, recipients, pause)));
  }

  const orderIds = opened.sqlite
    .prepare(`SELECT order_id AS id FROM tenants ORDER BY rowid LIMIT 2`)
    .all()
    .map(({ id }) => String(id));
  const environments = plans.map((plan, index) => {
    const orderId = orderIds[index] ?? '';
    opened.sqlite.prepare('UPDATE tenants SET plan = ? WHERE order_id = ?').run(plan, orderId);
    sites.heard.push([]);
    sites.stills.push([]);
    sites.unlooked.push([]);
    return createEnvironment({
      ...{ index, orderId, folder: join(folder, `${index}`), clock, sites, weather, chance, deps, tellSoon },
      surviving: mortal.surviving,
    });
  });

  const everyMinute = (): void => {
    clock.begin((pause) => mortal.surviving(() => runAlertJob(deps, pause)));
    clock.at(now() + MINUTE_MS, everyMinute);
  };
  clock.at(Math.ceil(startAt / MINUTE_MS) * MINUTE_MS, everyMinute);

  let copies = 0;
  const current = [...plans];
  return {
    ...{ looks, buttons, answers, channels },
    /** Everybody who takes messages. */
    providers: [mail, telegram, ...Object.values(channels.providers)],
    ...{
      deps,
      clock,
      sites,
      environments,
      mail,
      telegram,
      weather,
      failures,
      plans: current as readonly PlanId[],
    },
    deaths: mortal.deaths,
    now,
    pass: (seconds: number) => clock.advance(now() + seconds * 1000),
    /** Another plan, and the set-up that follows: whom it gives or takes something is asked for at once. */
    async setPlan(index: number, plan: PlanId): Promise<void> {
      const orderId = orderIds[index] ?? '';
      sites.planChanges.push({ environment: index, at: now(), plan, before: current[index] ?? plan });
      current[index] = plan;
      opened.sqlite
        .prepare('UPDATE tenants SET plan = ?, state_since = ? WHERE order_id = ?')
        .run(plan, now(), orderId);
      await wakePlanned(opened.d1 as unknown as D1Database, orderId, now()).run();
    },
    /** Stopped by its operators, or awake. */
    setState(index: number, state: 'active' | 'suspended'): void {
      const stills = sites.stills[index];
      const last = stills?.at(-1);
      if (state === 'suspended') stills?.push({ from: now(), until: null });
      else if (last !== undefined) last.until ??= now();
      opened.sqlite
        .prepare('UPDATE tenants SET state = ?, state_since = ? WHERE order_id = ?')
        .run(state, now(), orderIds[index] ?? '');
    },
    setOwnerAddress(index: number, address: string): void {
      opened.sqlite
        .prepare('UPDATE buyers SET email = ?, email_proven = 1 WHERE order_id = ?')
        .run(address, orderIds[index] ?? '');
    },
    /** Copies the functions' database. @returns Puts the copy back. */
    copyFunctions(): () => void {
      copies += 1;
      const path = join(folder, `functions-${copies}.sqlite`);
      opened.sqlite.prepare('VACUUM INTO ?').run(path);
      const copyAt = now();
      return () => {
        putTablesBack(opened.sqlite, path);
        sites.turnedBack.push({ at: now(), copyAt });
        for (const { index } of environments)
          sites.noteAll(index, { what: 'turned-back', at: now(), copyAt });
      };
    },
    close() {
      for (const each of environments) each.close();
      opened.sqlite.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type World = Awaited<ReturnType<typeof createWorld>>;

/** Every row as it is in a copy; the connection stays. */
function putTablesBack(sqlite: ReturnType<typeof openDatabase>['sqlite'], path: string): void {
  sqlite.prepare('ATTACH ? AS old').run(path);
  sqlite.exec('PRAGMA foreign_keys = OFF; BEGIN');
  const tables = sqlite
    .prepare(`SELECT name FROM main.sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'`)
    .all()
    .map(({ name }) => String(name));
  for (const name of tables)
    sqlite.exec(`DELETE FROM main."${name}"; INSERT INTO main."${name}" SELECT * FROM old."${name}"`);
  sqlite.exec('COMMIT; PRAGMA foreign_keys = ON; DETACH old');
}
