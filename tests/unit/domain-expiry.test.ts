/** Which domains are watched, when registries are asked, and what is told: each warning of each end once. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parse } from 'tldts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createDomainRecord, createDomainWatch } from '#companion/domain-expiry.ts';
import type { Rdap, Registered } from '#companion/rdap.ts';
import { KUMA_SCHEMA, kumaTime } from '#dev/stand-ins/tenants/kuma-tables.ts';
import { ReportedEvent } from '#domain/api-schemas/alert-report.ts';
import { testFolder } from '#tests/support/folders.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const NOW = Date.parse('2026-11-28T12:00:00Z');
const CREATED = '2026-11-01 09:00:00';
const SERVER = 'https://rdap.example/';
const inDays = (days: number) => NOW + days * DAY_MS;

let folder: string;
let database: DatabaseSync;
let clock: number;
let told: ReportedEvent[];
let asked: { domain: string; at: number }[];
let answers: Record<string, Registered>;
let serverOf: (domain: string) => string | null;
let logged: object[];
let random: number;

beforeEach(() => {
  folder = testFolder();
  database = new DatabaseSync(join(folder, 'kuma.db'));
  database.exec(KUMA_SCHEMA);
  database.exec("INSERT INTO notification (id, name) VALUES (3, 'Avisos da Vigia')");
  [clock, told, asked, answers, logged, random] = [NOW, [], [], {}, [], 0];
  serverOf = () => SERVER;
});

function addMonitor(more: Record<string, string | number | null> = {}, isAttached = true): number {
  const columns = {
    type: 'http',
    name: 'Loja',
    created_date: CREATED,
    url: 'https://www.loja.com.br/',
    ...more,
  };
  const names = Object.keys(columns);
  const { lastInsertRowid } = database
    .prepare(`INSERT INTO monitor (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`)
    .run(...Object.values(columns));
  if (isAttached)
    database
      .prepare('INSERT INTO monitor_notification (monitor_id, notification_id) VALUES (?, 3)')
      .run(lastInsertRowid);
  return Number(lastInsertRowid);
}

/** A watch as a start of the companion makes it. */
function watch({
  channel = 3 as number | null,
  tell = (events: readonly ReportedEvent[]) => void told.push(...events),
} = {}) {
  const rdap: Rdap = {
    serverOf: async (domain) => serverOf(domain),
    async expiryOf(_server, domain) {
      asked.push({ domain, at: clock });
      return answers[domain] ?? { kind: 'unknown' };
    },
  };
  return createDomainWatch({
    database: join(folder, 'kuma.db'),
    record: createDomainRecord(join(folder, 'domains.json')),
    rdap,
    parseHost: (text) => parse(text),
    channel: () => channel,
    tell,
    now: () => clock,
    random: () => random,
    log: (event) => logged.push(event),
  });
}

/** Looks each hour until `days` are over. */
async function pass(days: number, watching = watch()): Promise<void> {
  for (const until = clock + days * DAY_MS; clock < until; clock += HOUR_MS) await watching.look();
}

describe('what is told', () => {
  test('each warning of an end, once, with the monitor that was made first', async () => {
    addMonitor({ url: 'https://api.loja.com.br/saude', name: 'API' });
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(25) };
    await pass(26);
    expect(told.map(({ key }) => key)).toEqual(
      [21, 14, 7].map((days) => `d:1:${Date.parse(`${CREATED.replace(' ', 'T')}Z`)}:${days}:2026-12-23`),
    );
    expect(told[0]).toMatchObject({
      kind: 'domain',
      monitor: { id: 1, name: 'API', address: 'api.loja.com.br/saude' },
      message: 'O registro do domínio loja.com.br vence em 23/12/2026.',
      days: 21,
    });
    for (const event of told) expect(ReportedEvent.safeParse(event).success).toBe(true);
  });

  test('only the nearest warning, where less is left at the first look', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(5.5) };
    await pass(1);
    expect(told.map(({ days, key }) => [days, key.split(':')[3]])).toEqual([[5, '7']]);
  });

  test('one that is over already, once', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(-3) };
    await pass(5);
    expect(told.map(({ message }) => message)).toEqual([
      'O registro do domínio loja.com.br venceu em 25/11/2026.',
    ]);
  });

  test('again for the next end, after the domain was renewed', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(6) };
    await pass(1);
    answers['loja.com.br'] = { kind: 'expires', at: inDays(371) };
    await pass(2);
    expect(told).toHaveLength(1);
    clock = inDays(367);
    await pass(1);
    expect(told.map(({ key }) => key.split(':').at(-1))).toEqual(['2026-12-04', '2027-12-04']);
  });

  test("with the customer's own days", async () => {
    database.exec(`INSERT INTO setting (key, value) VALUES ('domainExpiryNotifyDays', '[60, 30]')`);
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(40) };
    await pass(12);
    expect(told.map(({ key }) => key.split(':')[3])).toEqual(['60', '30']);
  });

  test('with the usual days, where the setting is none', async () => {
    database.exec(`INSERT INTO setting (key, value) VALUES ('domainExpiryNotifyDays', '"sete"')`);
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(20) };
    await pass(1);
    expect(told).toHaveLength(1);
  });

  test('once across starts, and again under the same key where it was not kept', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(6) };
    const failing = watch({
      tell: () => {
        throw new Error('the disk is full');
      },
    });
    await expect(failing.look()).rejects.toThrow('the disk is full');
    expect(told).toEqual([]);
    await pass(1);
    await pass(1);
    expect(told).toHaveLength(1);
  });

  test('with the same keys after the record was lost', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(6) };
    await watch().look();
    createDomainRecord(join(folder, 'domains.json')).write({});
    await watch().look();
    expect(told).toHaveLength(2);
    expect(told[1]?.key).toBe(told[0]?.key);
  });

  test('what a registry said before, while it says nothing now', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(15) };
    await watch().look();
    answers['loja.com.br'] = { kind: 'unknown' };
    await pass(3);
    expect(told.map(({ key }) => key.split(':')[3])).toEqual(['21', '14']);
  });
});

describe('what is watched', () => {
  test.each<[string, Parameters<typeof addMonitor>]>([
    ['a monitor without the channel', [{}, false]],
    ['one that is paused', [{ active: 0 }]],
    ['one by its number', [{ url: 'https://203.0.113.9/' }]],
    ['an inner name', [{ url: 'http://loja.local/' }]],
    ['what its form opens with', [{ url: 'https://' }]],
    ['a type without a host', [{ type: 'push', url: null }]],
  ])('not %s', async (_name, monitor) => {
    addMonitor(...monitor);
    await pass(2);
    expect(asked).toEqual([]);
  });

  test('not one in a group that is switched off', async () => {
    const group = addMonitor({ type: 'group', url: null, active: 0 }, false);
    addMonitor({ parent: addMonitor({ type: 'group', url: null, parent: group }, false) });
    await pass(2);
    expect(asked).toEqual([]);
  });

  test('nothing while the channel is gone', async () => {
    addMonitor();
    await pass(2, watch({ channel: null }));
    expect(asked).toEqual([]);
  });

  test('by the registrable domain, also of a host and of an address for gRPC', async () => {
    addMonitor({ url: 'https://loja.github.io/' });
    addMonitor({ type: 'ping', url: null, hostname: 'mail.padaria.com.br' });
    addMonitor({ type: 'grpc-keyword', url: null, grpc_url: 'grpc.forno.dev:50051' });
    await pass(1);
    expect(asked.map(({ domain }) => domain)).toEqual(['github.io', 'padaria.com.br', 'forno.dev']);
  });
});

describe('when registries are asked', () => {
  const daysAsked = () => asked.map(({ at }) => (at - NOW) / DAY_MS);

  test('each day while the end is near or unknown', async () => {
    addMonitor();
    await pass(3.5);
    expect(daysAsked()).toEqual([0, 1, 2, 3]);
    answers['loja.com.br'] = { kind: 'expires', at: inDays(30) };
    await pass(2);
    expect(daysAsked().slice(4)).toEqual([4, 5]);
  });

  test('each week while it is far', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'expires', at: inDays(300) };
    await pass(15);
    expect(daysAsked()).toEqual([0, 7, 14]);
  });

  test('spread over ten minutes at first, and one domain in a look', async () => {
    random = 0.5;
    addMonitor();
    addMonitor({ url: 'https://padaria.com.br' });
    const watching = watch();
    await watching.look();
    expect(asked).toEqual([]);
    clock += 5 * 60_000;
    await watching.look();
    expect(asked).toHaveLength(1);
    await watching.look();
    expect(asked.map(({ domain }) => domain)).toEqual(['loja.com.br', 'padaria.com.br']);
  });

  test('later and later while there is no answer, up to a day', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'later', waitMs: null, reason: 'HTTP 500' };
    await pass(4);
    expect(asked.map(({ at }) => (at - NOW) / HOUR_MS)).toEqual([0, 1, 3, 7, 15, 31, 55, 79]);
    expect(logged).toContainEqual({ event: 'domain-unanswered', server: SERVER, reason: 'HTTP 500' });
  });

  test('a registry that asks for a pause is not asked for another domain', async () => {
    addMonitor();
    answers['loja.com.br'] = { kind: 'later', waitMs: 6 * HOUR_MS, reason: 'HTTP 429' };
    const watching = watch();
    await watching.look();
    addMonitor({ url: 'https://padaria.com.br' });
    addMonitor({ url: 'https://forno.dev' });
    serverOf = (domain) => (domain.endsWith('.br') ? SERVER : 'https://other.example/');
    for (let hours = 0; hours < 5; hours += 1, clock += HOUR_MS) await watching.look();
    expect(asked.map(({ domain }) => domain)).toEqual(['loja.com.br', 'forno.dev']);
    answers = {};
    await pass(0.5, watching);
    expect(asked.map(({ domain }) => domain)).toContain('padaria.com.br');
  });

  test('nobody where no registry answers such questions', async () => {
    serverOf = () => null;
    addMonitor();
    await pass(2);
    expect([asked, told, logged]).toEqual([[], [], []]);
  });
});

describe("beside the instance's own watch", () => {
  const owns = (domain: string, expiry: string, checked: number) =>
    database
      .prepare(
        `INSERT INTO domain_expiry (domain, expiry, last_check, last_expiry_notification_sent) VALUES (?, ?, ?, 14)`,
      )
      .run(domain, expiry, kumaTime(checked));

  test('its answer of today serves, and is told once', async () => {
    addMonitor({ domain_expiry_notification: 1 });
    owns('loja.com.br', kumaTime(inDays(13)), NOW - HOUR_MS);
    await pass(0.9);
    expect(asked).toEqual([]);
    expect(told.map(({ key }) => key.split(':')[3])).toEqual(['14']);
  });

  test('an answer of yesterday does not, nor one without an end', async () => {
    addMonitor({ domain_expiry_notification: 1 });
    owns('loja.com.br', kumaTime(inDays(13)), NOW - DAY_MS - 1);
    addMonitor({ url: 'https://padaria.com.br' });
    owns('padaria.com.br', 'Invalid date', NOW - HOUR_MS);
    await pass(0.5);
    expect(asked.map(({ domain }) => domain)).toEqual(['loja.com.br', 'padaria.com.br']);
    expect(told).toEqual([]);
  });
});

test('says how long each monitor’s domain lasts, once it is known', async () => {
  const [api, shop, inner] = [
    addMonitor({ url: 'https://api.loja.com.br/saude', name: 'API' }),
    addMonitor(),
    addMonitor({ url: 'http://10.0.0.1/', name: 'Roteador' }),
  ];
  const watching = watch();
  expect(watching.daysOf(shop)).toBeUndefined();
  answers = { 'loja.com.br': { kind: 'expires', at: inDays(212.5) } };
  await watching.look();
  expect([api, shop, inner].map(watching.daysOf)).toEqual([212, 212, undefined]);
});
