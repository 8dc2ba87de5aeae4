/** What ten thousand environments and our Workers share: one database and the providers, each with its pace. */
import type { Meaning } from '#functions/vendors/delivery.ts';
import type { Opened } from './sqlite-d1.ts';
import type { VirtualTime } from './virtual-time.ts';

/** D1 answers one query of 1 ms after the other: https://developers.cloudflare.com/d1/platform/limits/ */
const QUERY_MS = 1;
/** What a provider takes to answer. */
const MAIL_MS = 200;
const CHAT_MS = 100;
/** Of a site that a customer has somewhere. */
const LOOK_MS = 400;
const SECOND_MS = 1_000;

/** What an invocation is ended with that lasts too long after its answer. */
export class Ended extends Error {}

/** The database of one invocation, which counts what it asks for, and gets no answer after the invocation's end. */
export function databaseOf(opened: Opened, time: VirtualTime, line: { freeAt: number }) {
  const asked = { queries: 0, endsAt: Number.MAX_SAFE_INTEGER, hasEnded: false };
  const endInTime = (): void => {
    asked.hasEnded ||= time.now() > asked.endsAt;
    if (asked.hasEnded) throw new Ended();
  };
  const take = async (queries: number): Promise<void> => {
    endInTime();
    asked.queries += queries;
    line.freeAt = Math.max(line.freeAt, time.now()) + queries * QUERY_MS;
    await time.until(line.freeAt);
    endInTime();
  };
  type Statement = ReturnType<Opened['d1']['prepare']>;
  const inner = new WeakMap<object, Statement>();
  const wrap = (statement: Statement): object => {
    const timed = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      first: () => take(1).then(() => statement.first()),
      all: () => take(1).then(() => statement.all()),
      run: () => take(1).then(() => statement.run()),
    };
    inner.set(timed, statement);
    return timed;
  };
  const d1 = {
    prepare: (sql: string) => wrap(opened.d1.prepare(sql)),
    batch: async (statements: readonly object[]) => {
      await take(statements.length);
      return opened.d1.batch(statements.map((each) => inner.get(each) as Statement));
    },
  };
  return { d1, asked };
}

/** Counts requests of the last second. */
function paceOf(time: VirtualTime, most: number) {
  let times: number[] = [];
  return (): boolean => {
    times = times.filter((at) => at > time.now() - SECOND_MS);
    const isOver = times.length >= most;
    if (!isOver) times.push(time.now());
    return isOver;
  };
}

/** The providers, and what each address was told. */
export function createProviders(time: VirtualTime, pace: { readonly mails: number; readonly chats: number }) {
  const told = new Map<string, number>();
  const keys = new Set<string>();
  const counted = { requests: 0, refused: 0, looks: 0, lastAt: time.now() };
  const tell = (to: string): void => {
    told.set(to, (told.get(to) ?? 0) + 1);
    counted.lastAt = time.now();
  };
  const [areMailsOver, areChatsOver] = [paceOf(time, pace.mails), paceOf(time, pace.chats)];
  const asked = async (isOver: () => boolean, ms: number): Promise<boolean> => {
    counted.requests += 1;
    const isRefused = isOver();
    if (isRefused) counted.refused += 1;
    await time.wait(ms);
    return isRefused;
  };
  const mailer = {
    async sendBatch(mails: readonly { readonly to: string }[], key: string): Promise<Meaning | Meaning[]> {
      if (await asked(areMailsOver, MAIL_MS))
        return { kind: 'provider-waits', code: 'rate', ms: SECOND_MS, pageAfterMs: 300_000 };
      // It knows a key for a day.
      if (!keys.has(key)) for (const { to } of mails) tell(to);
      keys.add(key);
      return mails.map(() => ({ kind: 'sent' }));
    },
    send: async (mail: { readonly to: string; readonly idempotencyKey: string }): Promise<Meaning> =>
      [await mailer.sendBatch([mail], mail.idempotencyKey)].flat()[0] as Meaning,
    check: async () => undefined,
  };
  const messenger = {
    async send(chat: string): Promise<Meaning> {
      if (await asked(areChatsOver, CHAT_MS))
        return { kind: 'recipient-paused', code: 'chat-pause', ms: SECOND_MS };
      tell(chat);
      return { kind: 'sent' };
    },
  };
  /** Customers' sites, which another network does not reach either: if it did, the alerts would wait, as of our own network. */
  const otherNetwork = {
    addressOf: (look: string | null) => (look === null ? null : { url: look, host: new URL(look).host }),
    async look(): Promise<'failed'> {
      counted.looks += 1;
      await time.wait(LOOK_MS);
      return 'failed';
    },
  };
  return { told, counted, mailer, messenger, otherNetwork, rateLimiter: { allow: async () => true } };
}
