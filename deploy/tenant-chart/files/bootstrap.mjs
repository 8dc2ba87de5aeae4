/**
 * Claims a fresh instance for its owner, and puts right what the gateway in front relies on.
 *
 * The administrator is random and nobody types it: the instance's own login is off, because the gateway lets only the
 * tenant's group in. It is kept beside the database, written before it is set, so that a start cut in the middle goes
 * on where it stopped, and an owner who switches the login on again is not locked out.
 */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const ANSWER_TIMEOUT_MS = 20_000;

/**
 * Reads the administrator, or makes one and keeps it.
 * @param {string} path
 * @returns {{ username: string, password: string }}
 */
export function ensureAdministrator(path) {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const made = { username: 'vigia', password: randomBytes(32).toString('base64url') };
  try {
    writeFileSync(path, JSON.stringify(made), { flag: 'wx', mode: 0o600, flush: true });
    return made;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return JSON.parse(readFileSync(path, 'utf8'));
  }
}

/**
 * Settings as they are to be.
 *
 * What the gateway needs is put right every time; what is the owner's choice only while nobody has chosen.
 * @param {Record<string, unknown>} held What the instance has.
 * @param {string} publicUrl
 */
export function wantedSettings(held, publicUrl) {
  return {
    serverTimezone: 'America/Sao_Paulo',
    // The operator decides when a new version comes.
    checkUpdate: false,
    ...held,
    // Without this mark the first browser writes its own zone over this one.
    initServerTimezone: true,
    entryPage: held['entryPage'] ?? 'dashboard',
    primaryBaseURL: publicUrl,
    trustProxy: true,
    disableAuth: true,
  };
}

/** Resolves with what the instance says of the connection: fresh or not, and whether it let us in by itself. */
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
    // The last words of a greeting: one of these two, once every call is understood.
    socket.once('autoLogin', () => settle(true));
    socket.once('loginRequired', () => settle(false));
    socket.once('connect_error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

/** The instance understood a call and said no. */
export class Refusal extends Error {}

/** One call. @throws Refusal with the call's name when the instance refuses it; Error when it does not answer. */
async function ask(socket, call, ...values) {
  const answer = await socket.timeout(ANSWER_TIMEOUT_MS).emitWithAck(call, ...values);
  if (answer?.ok !== true) throw new Refusal(`the instance refuses ${call}: ${answer?.msg ?? 'no reason'}`);
  return answer;
}

/** Opens a socket to the instance, works once it has greeted, and closes it. */
async function withSocket({ io, instanceUrl }, work) {
  const socket = io(instanceUrl, { transports: ['websocket'], reconnection: false, forceNew: true });
  try {
    return await work(socket, await greeting(socket));
  } finally {
    socket.disconnect();
  }
}

/**
 * Works in a claimed instance as its administrator; `work` gets a function for one call.
 * @param {{ io: Function, instanceUrl: string, administratorFile: string }} options As those of `claim`.
 * @throws Error when the instance is fresh or does not answer; Refusal when it does not let us in.
 */
export function asAdministrator({ administratorFile, ...options }, work) {
  return withSocket(options, async (socket, { isFresh, isSignedIn }) => {
    if (isFresh) throw new Error('the instance is not claimed');
    if (!isSignedIn) await ask(socket, 'login', { ...ensureAdministrator(administratorFile), token: '' });
    return work((call, ...values) => ask(socket, call, ...values));
  });
}

/**
 * Claims the instance at `instanceUrl`. Doing it twice changes nothing.
 *
 * @param {{ io: Function, instanceUrl: string, publicUrl: string, administratorFile: string }} options
 *   `io` is socket.io-client's, which the instance's image carries.
 * @throws Error when it does not answer or refuses; trying again is safe.
 */
export async function claim({ io, instanceUrl, publicUrl, administratorFile }) {
  await withSocket({ io, instanceUrl }, async (socket, { isFresh, isSignedIn }) => {
    const administrator = ensureAdministrator(administratorFile);
    const { username, password } = administrator;
    if (isFresh) await ask(socket, 'setup', username, password);
    if (!isSignedIn) await ask(socket, 'login', { username, password, token: '' });
    const { data } = await ask(socket, 'getSettings');
    // Until the mark is set, the zone in the answer is that of the container's clock, which is no choice of the owner.
    const { serverTimezone, ...others } = data;
    const held = data.initServerTimezone ? { ...others, serverTimezone } : others;
    await ask(socket, 'setSettings', wantedSettings(held, publicUrl), password);
  });
}
