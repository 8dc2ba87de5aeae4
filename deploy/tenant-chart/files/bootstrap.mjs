/**
 * Sets up a fresh instance for its owner, and corrects the settings that the gateway relies on.
 *
 * The administrator is random and never used by a person: the instance's own login is off, because the gateway admits
 * only the tenant's group. The credentials are stored beside the database before they are set, so that an interrupted
 * start can continue, and an owner who turns the login on again is not locked out.
 */
import { randomBytes } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { readRecord, writeRecord } from './record-file.mjs';

const ANSWER_TIMEOUT_MS = 20_000;

function readAdministrator(value) {
  const { username, password } = value ?? {};
  return [username, password].every((text) => typeof text === 'string') ? { username, password } : null;
}

/**
 * Reads the administrator's credentials, or creates and stores them.
 * @param {string} path
 * @param {(event: object) => void} [log]
 * @returns {{ username: string, password: string }}
 */
export function ensureAdministrator(path, log) {
  const known = readRecord(path, readAdministrator, log);
  if (known !== null) return known;
  const made = { username: 'vigia', password: randomBytes(32).toString('base64url') };
  writeRecord(path, made);
  return made;
}

/**
 * Turns the instance's own login off in its database: the way in when it does not accept the stored credentials. It
 * takes effect within two minutes, when the instance reads its settings again.
 * @param {string} path The instance's `kuma.db`.
 */
export function turnLoginOff(path) {
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
 * @param {Record<string, unknown>} current The instance's current settings.
 * @param {string} publicUrl
 */
export function wantedSettings(current, publicUrl) {
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

/** Resolves with the instance's greeting: whether it is fresh, and whether it needs no login. */
function greeting(socket) {
  return new Promise((resolve, reject) => {
    let isFresh = false;
    const timer = setTimeout(() => reject(new Error('the instance says nothing')), ANSWER_TIMEOUT_MS);
    const settle = (isSignedIn) => {
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
  constructor(call, reason = 'no reason') {
    super(`the instance refuses ${call}: ${reason}`);
    this.call = call;
  }
}

/**
 * Makes one call.
 * @throws Refusal with the call's name when the instance refuses it; Error when it does not answer.
 */
async function ask(socket, call, ...values) {
  const answer = await socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(call, ...values);
  if (answer?.ok !== true) throw new Refusal(call, answer?.msg);
  return answer;
}

/** Opens a socket to the instance, runs `work` after the greeting, and closes it. */
async function withSocket({ io, instanceUrl }, work) {
  const socket = io(instanceUrl, { transports: ['websocket'], reconnection: false, forceNew: true });
  try {
    return await work(socket, await greeting(socket));
  } finally {
    socket.disconnect();
  }
}

/** The last work on each instance, by its administrator's file. @type {Map<string, Promise<any>>} */
const last = new Map();

/**
 * Runs `work` as the administrator of an instance that is set up, one caller after the other: a monitor is read, changed
 * and written back as a whole, and the limits and the alerts both do that. `work` gets a function for one call, and one
 * for what the instance sends next under a name.
 * @param {{ io: Function, instanceUrl: string, administratorFile: string }} options As for `claim`.
 * @throws Error when the instance is fresh or does not answer; Refusal when it refuses the login.
 */
export function asAdministrator(instance, work) {
  const { administratorFile } = instance;
  const before = last.get(administratorFile) ?? Promise.resolve();
  const run = before.catch(() => undefined).then(() => workAlone(instance, work));
  last.set(administratorFile, run);
  return run;
}

function workAlone({ administratorFile, ...options }, work) {
  return withSocket(options, async (socket, { isFresh, isSignedIn }) => {
    if (isFresh) throw new Error('the instance is not claimed');
    if (!isSignedIn) await ask(socket, 'login', { ...ensureAdministrator(administratorFile), token: '' });
    const next = (event) => {
      const sent = new Promise((resolve, reject) => {
        const timer = setTimeout(() => reject(new Error(`no ${event}`)), ANSWER_TIMEOUT_MS);
        socket.once(event, (value) => {
          clearTimeout(timer);
          resolve(value);
        });
      });
      // Nobody waits for it after a call before it failed.
      sent.catch(() => undefined);
      return sent;
    };
    return work((call, ...values) => ask(socket, call, ...values), next);
  });
}

/**
 * Sets up the instance at `instanceUrl`. Idempotent.
 *
 * @param {{ io: Function, instanceUrl: string, publicUrl: string, administratorFile: string }} options `io` is
 *   socket.io-client's, which the instance's image contains.
 * @throws Error when it does not answer or refuses; safe to retry.
 */
export async function claim({ io, instanceUrl, publicUrl, administratorFile }) {
  await withSocket({ io, instanceUrl }, async (socket, { isFresh, isSignedIn }) => {
    const administrator = ensureAdministrator(administratorFile);
    const { username, password } = administrator;
    if (isFresh) await ask(socket, 'setup', username, password);
    if (!isSignedIn) await ask(socket, 'login', { username, password, token: '' });
    const { data } = await ask(socket, 'getSettings');
    // Until the flag is set, the reported time zone is the container's, not the owner's choice.
    const { serverTimezone, ...others } = data;
    const current = data.initServerTimezone ? { ...others, serverTimezone } : others;
    await ask(socket, 'setSettings', wantedSettings(current, publicUrl), password);
  });
}
