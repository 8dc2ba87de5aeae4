/** Setting up a fresh instance, on a fake that behaves as measured on Uptime Kuma 2.5.3. */
import { EventEmitter } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { claim, ensureAdministrator, turnLoginOff } from '#companion/bootstrap.ts';
import { isClaimed } from '#companion/counter.ts';
import { testFolder } from '#tests/support/folders.ts';
import { KUMA_SCHEMA } from '#tests/support/kuma-database.ts';
import { type Administrator, setUpCommands } from '#tests/support/set-up-commands.ts';

let folder: string;
let administratorFile: string;

beforeEach(() => {
  folder = testFolder();
  administratorFile = join(folder, 'vigia/administrator.json');
});

/** An in-memory instance: one administrator, settings, and the greeting events in order. */
function createInstance() {
  const state = {
    administrator: null as Administrator | null,
    settings: {} as Record<string, unknown>,
    calls: [] as string[],
    /** Carries out this call and then breaks the connection. */
    dropAfter: null as string | null,
  };
  const commandsFor = setUpCommands(state);

  function io() {
    const commands = commandsFor();
    const socket = Object.assign(new EventEmitter(), {
      disconnect: () => undefined,
      timeout: () => ({
        async emitWithAck(name: string, ...values: unknown[]) {
          state.calls.push(name);
          const answer = commands.call(name, ...values);
          if (state.dropAfter !== name) return answer;
          state.dropAfter = null;
          throw new Error('operation has timed out');
        },
      }),
    });
    queueMicrotask(() => {
      for (const event of commands.greeting) socket.emit(event);
    });
    return socket;
  }

  const options = {
    io,
    instanceUrl: 'http://127.0.0.1:3001',
    publicUrl: 'https://padaria.vigia.example',
    administratorFile,
  };
  /** The first browser sets its time zone, unless the flag is set (server/server.js, `afterLogin`). */
  function greetBrowser(zone: string) {
    if (state.settings['initServerTimezone']) return;
    Object.assign(state.settings, { initServerTimezone: true, serverTimezone: zone });
  }
  return { state, greetBrowser, claim: () => claim(options) };
}

const keptAdministrator = () => JSON.parse(readFileSync(administratorFile, 'utf8')) as { password: string };

test('a fresh instance gets a random administrator and the gateway’s settings', async () => {
  const { state, claim } = createInstance();
  await claim();
  expect(state.administrator).toEqual(keptAdministrator());
  expect(keptAdministrator().password.length).toBeGreaterThan(40);
  expect(statSync(administratorFile).mode & 0o777).toBe(0o600);
  expect(state.settings).toEqual({
    entryPage: 'dashboard',
    serverTimezone: 'America/Sao_Paulo',
    initServerTimezone: true,
    primaryBaseURL: 'https://padaria.vigia.example',
    trustProxy: true,
    disableAuth: true,
    checkUpdate: false,
  });
});

test.each(['setup', 'login', 'setSettings'])(
  'interrupted after %s, the next start continues',
  async (call) => {
    const { state, claim } = createInstance();
    state.dropAfter = call;
    await expect(claim()).rejects.toThrow();
    await claim();
    expect(state.administrator).toEqual(keptAdministrator());
    expect(state.settings).toMatchObject({ disableAuth: true, entryPage: 'dashboard' });
  },
);

test('the time zone is São Paulo, whatever browser comes first', async () => {
  const { state, claim, greetBrowser } = createInstance();
  await claim();
  greetBrowser('Asia/Tokyo');
  expect(state.settings['serverTimezone']).toBe('America/Sao_Paulo');
});

test('the owner’s choices stay, and the gateway’s settings are corrected', async () => {
  const { state, claim } = createInstance();
  await claim();
  Object.assign(state.settings, {
    entryPage: 'statusPage-loja',
    serverTimezone: 'America/Manaus',
    keepDataPeriodDays: 30,
    disableAuth: false,
    trustProxy: false,
    primaryBaseURL: 'http://outro',
  });
  await claim();
  expect(state.settings).toMatchObject({
    entryPage: 'statusPage-loja',
    serverTimezone: 'America/Manaus',
    keepDataPeriodDays: 30,
    disableAuth: true,
    trustProxy: true,
    primaryBaseURL: 'https://padaria.vigia.example',
  });
});

test('an instance with another administrator is refused, naming the call', async () => {
  const { state, claim } = createInstance();
  state.administrator = { username: 'outra', password: 'outra' };
  await expect(claim()).rejects.toThrow('the instance refuses login: authIncorrectCreds');
  expect(state.settings).toEqual({});
});

test.each(['', '{"username":"vig', '{"username":"vigia"}', '[]', 'null'])(
  'damaged credentials (%s) are kept aside, and new ones made',
  (text) => {
    const logged: object[] = [];
    mkdirSync(dirname(administratorFile));
    writeFileSync(administratorFile, text);
    const made = ensureAdministrator(administratorFile, (event) => logged.push(event));
    expect(keptAdministrator()).toEqual(made);
    const [aside = ''] = readdirSync(dirname(administratorFile)).filter((name) => name.includes('damaged'));
    expect(readFileSync(join(dirname(administratorFile), aside), 'utf8')).toBe(text);
    expect(logged).toMatchObject([{ event: 'record-damaged', path: administratorFile }]);
  },
);

test('a crash while the credentials are written leaves none, and the next start makes new ones', () => {
  mkdirSync(dirname(administratorFile));
  writeFileSync(`${administratorFile}.part`, '{"username":');
  expect(ensureAdministrator(administratorFile)).toEqual(keptAdministrator());
});

test('the login of an instance can be turned off without its password', () => {
  const path = join(folder, 'kuma.db');
  const database = new DatabaseSync(path);
  database.exec(KUMA_SCHEMA);
  database.exec(
    "INSERT INTO user (username) VALUES ('outra'); INSERT INTO setting (key, value) VALUES ('trustProxy', 'true')",
  );
  for (const before of [undefined, 'false', 'true']) {
    if (before !== undefined)
      database.prepare("UPDATE setting SET value = ? WHERE key = 'disableAuth'").run(before);
    turnLoginOff(path);
    expect(isClaimed(path)).toBe(true);
  }
  database.close();
});
