/**
 * Sets up a fresh instance for its owner, and corrects the settings that the gateway relies on.
 *
 * The administrator is random and never used by a person: the instance's own login is off, because the gateway admits
 * only the tenant's group. The credentials are stored beside the database before they are set, so that an interrupted
 * start can continue, and an owner who turns the login on again is not locked out.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import type { Log } from './log.ts';
import { readRecord, writeRecord } from './record-file.ts';

const ANSWER_TIMEOUT_MS = 20_000;

/** The part of a socket.io-client's socket that is used here. */
export interface InstanceSocket {
  once(event: string, listener: (value: unknown) => void): unknown;
  timeout(ms: number): { emitWithAck(call: string, ...values: unknown[]): Promise<unknown> };
  disconnect(): unknown;
}

/** An instance, as its administrator reaches it. `io` is socket.io-client's, which the instance's image contains. */
export interface Instance {
  readonly io: (url: string, options: object) => InstanceSocket;
  readonly instanceUrl: string;
  readonly administratorFile: string;
}

/** A whole monitor, as `getMonitor` gives and `editMonitor` takes it. */
export interface InstanceMonitor {
  readonly interval: number;
  readonly retryInterval: number;
  /** Channels by id. */
  readonly notificationIDList: Readonly<Record<string, boolean>>;
  readonly [field: string]: unknown;
}

/** What calls answer (Uptime Kuma 2.5.3, server/server.js), as far as it is used. */
interface Answers {
  readonly add: { readonly monitorID: number };
  readonly addNotification: { readonly id: number };
  readonly addTag: { readonly tag: { readonly id: number } };
  readonly getStatusPage: { readonly config: Readonly<Record<string, unknown>> };
  readonly getTags: {
    readonly tags: readonly { readonly id: number; readonly name: string; readonly color: string }[];
  };
  readonly getMonitor: { readonly monitor: InstanceMonitor };
  readonly getSettings: { readonly data: Readonly<Record<string, unknown>> };
}
type AnswerOf<C> = C extends keyof Answers ? Answers[C] : object;

/**
 * Makes one call.
 * @throws Refusal with the call's name when the instance refuses it; Error when it does not answer.
 */
export type Ask = <const C extends string>(call: C, ...values: unknown[]) => Promise<AnswerOf<C>>;

/** Waits for what the instance sends next under a name. */
export type Next = (event: string) => Promise<unknown>;

const Administrator = z.object({ username: z.string(), password: z.string() });

/** Reads the administrator's credentials, or creates and stores them. */
export function ensureAdministrator(path: string, log?: Log): z.output<typeof Administrator> {
  const known = readRecord(path, Administrator, log);
  if (known !== null) return known;
  const made = { username: 'vigia', password: randomBytes(32).toString('base64url') };
  writeRecord(path, made);
  return made;
}

/**
 * Turns the instance's own login off in its database: the way in when it does not accept the stored credentials. It
 * takes effect within two minutes, when the instance reads its settings again.
 * @param path The instance's `kuma.db`.
 */
export function turnLoginOff(path: string): void {
  const database = new DatabaseSync(path);
  try {
    database.exec('PRAGMA busy_timeout = 5000');
    const { changes } = database.prepare("UPDATE setting SET value = 'true' WHERE key = 'disableAuth'").run();
    if (changes === 0)
      database.exec("INSERT INTO setting (key, value, type) VALUES ('disableAuth', 'true', 'general')");
  } finally {
    database.close();
  }
}

/**
 * The wanted settings.
 *
 * Settings that the gateway needs are always corrected; the owner's are only set while the owner has not chosen.
 * @param current The instance's current settings.
 */
function wantedSettings(current: Readonly<Record<string, unknown>>, publicUrl: string) {
  return {
    serverTimezone: 'America/Sao_Paulo',
    // The operator decides about updates.
    checkUpdate: false,
    ...current,
    // Without this flag the first browser overwrites the time zone.
    initServerTimezone: true,
    entryPage: current['entryPage'] ?? 'dashboard',
    primaryBaseURL: publicUrl,
    trustProxy: true,
    disableAuth: true,
  };
}

interface Greeting {
  readonly isFresh: boolean;
  /** True when it needs no login. */
  readonly isSignedIn: boolean;
}

function greeting(socket: InstanceSocket): Promise<Greeting> {
  return new Promise((resolve, reject) => {
    let isFresh = false;
    const timer = setTimeout(() => reject(new Error('the instance says nothing')), ANSWER_TIMEOUT_MS);
    const settle = (isSignedIn: boolean) => {
      clearTimeout(timer);
      resolve({ isFresh, isSignedIn });
    };
    socket.once('setup', () => {
      isFresh = true;
    });
    // Either event ends the greeting; all handlers are registered by then.
    socket.once('autoLogin', () => settle(true));
    socket.once('loginRequired', () => settle(false));
    socket.once('connect_error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** The instance answered a call with a refusal. */
export class Refusal extends Error {
  readonly call: string;
  constructor(call: string, reason = 'no reason') {
    super(`the instance refuses ${call}: ${reason}`);
    this.call = call;
  }
}

const askThrough =
  (socket: InstanceSocket): Ask =>
  async (call, ...values) => {
    const answer = (await socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(call, ...values)) as
      | { readonly ok?: unknown; readonly msg?: string }
      | undefined;
    if (answer?.ok !== true) throw new Refusal(call, answer?.msg);
    return answer as AnswerOf<typeof call>;
  };

/** Opens a socket to the instance, runs `work` after the greeting, and closes it. */
async function withSocket<T>(
  { io, instanceUrl }: Pick<Instance, 'io' | 'instanceUrl'>,
  work: (socket: InstanceSocket, greeted: Greeting) => Promise<T>,
): Promise<T> {
  const socket = io(instanceUrl, { transports: ['websocket'], reconnection: false, forceNew: true });
  try {
    return await work(socket, await greeting(socket));
  } finally {
    socket.disconnect();
  }
}

/** The last work on each instance, by its administrator's file. */
const last = new Map<string, Promise<unknown>>();

/**
 * Runs `work` as the administrator of an instance that is set up, one caller after the other: a monitor is read, changed
 * and written back as a whole, and the limits and the alerts both do that.
 * @throws Error when the instance is fresh or does not answer; Refusal when it refuses the login.
 */
export function asAdministrator<T>(
  instance: Instance,
  work: (ask: Ask, next: Next) => Promise<T>,
): Promise<T> {
  const { administratorFile } = instance;
  const before = last.get(administratorFile) ?? Promise.resolve();
  const run = before.catch(() => undefined).then(() => workAlone(instance, work));
  last.set(administratorFile, run);
  return run;
}

function workAlone<T>(
  { administratorFile, ...options }: Instance,
  work: (ask: Ask, next: Next) => Promise<T>,
): Promise<T> {
  return withSocket(options, async (socket, { isFresh, isSignedIn }) => {
    const ask = askThrough(socket);
    if (isFresh) throw new Error('the instance is not claimed');
    if (!isSignedIn) await ask('login', { ...ensureAdministrator(administratorFile), token: '' });
    const next = (event: string) => {
      const sent = new Promise<unknown>((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${event}`)), ANSWER_TIMEOUT_MS);
        socket.once(event, (value) => {
          clearTimeout(timer);
          resolve(value);
        });
      });
      // Not awaited after an earlier call failed; without this it would be an unhandled rejection.
      sent.catch(() => undefined);
      return sent;
    };
    return work(ask, next);
  });
}

/**
 * Sets up the instance at `instanceUrl`. Idempotent.
 * @throws Error when it does not answer or refuses; safe to retry.
 */
export async function claim({
  publicUrl,
  administratorFile,
  ...instance
}: Instance & { readonly publicUrl: string }): Promise<void> {
  await withSocket(instance, async (socket, { isFresh, isSignedIn }) => {
    const ask = askThrough(socket);
    const administrator = ensureAdministrator(administratorFile);
    const { username, password } = administrator;
    if (isFresh) await ask('setup', username, password);
    if (!isSignedIn) await ask('login', { username, password, token: '' });
    const { data } = await ask('getSettings');
    // Until the flag is set, the reported time zone is the container's, not the owner's choice.
    const { serverTimezone, ...others } = data;
    const current = data['initServerTimezone'] ? { ...others, serverTimezone } : others;
    await ask('setSettings', wantedSettings(current, publicUrl), password);
  });
}
