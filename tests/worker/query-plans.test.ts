/// <reference types="vite/types/importMeta.d.ts" />
/**
 * Checks every statement with SQLite's query planner: none reads a whole table, so a call costs the same with a hundred
 * tenants and with a hundred thousand.
 *
 * Every exported function of a file that writes SQL runs over a database that records statements, so a new one is
 * checked without being listed here.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import type { Charge, Contract, FactChange } from '#domain/contract/facts.ts';
import { countDroppedEvents } from '#functions/alerts/event-statements.ts';
import { foldFalls } from '#functions/alerts/fall-statements.ts';
import { writeNewMessages } from '#functions/alerts/new-messages.ts';
import type { AlertRecipient } from '#functions/alerts/recipient-store.ts';
import { acceptingOf } from '#functions/alerts/report-rows.ts';
import { acceptReport } from '#functions/alerts/report-store.ts';
import { readSituations } from '#functions/alerts/situation-store.ts';
import { composeDeps } from '#functions/compose.ts';
import { factStatements } from '#functions/ledger/fact-rows.ts';
import { purgedEntries } from '#functions/privacy/personal-tables.ts';
import { listForgotten, purge } from '#functions/privacy/retention-store.ts';
import { downOf, eventOf, fallOf, levelOf, reportOf } from './alert-reports.ts';
import { env } from './support.ts';

/** A value that works for any parameter: text, list and record. */
function anything(): unknown {
  const list: unknown[] = ['x'];
  return new Proxy(list, {
    has: () => true,
    get: (target, name) => {
      if (name === Symbol.toPrimitive) return () => '1';
      if (name in target) return Reflect.get(target, name);
      return anything();
    },
  });
}

/** Records each statement; answers with or without rows, so that both branches of a function run. */
function notingDatabase(noted: Set<string>, hasRows: boolean): D1Database {
  const row = hasRows ? anything() : null;
  const statement = {
    bind: () => statement,
    first: async () => row,
    all: async () => ({ results: hasRows ? [row] : [] }),
    run: async () => ({ meta: { changes: hasRows ? 1 : 0 } }),
  };
  return {
    prepare: (sql: string) => {
      noted.add(sql);
      return statement;
    },
    batch: async (all: readonly unknown[]) =>
      all.map(() => ({ results: hasRows ? [row] : [], meta: { changes: 1 } })),
  } as unknown as D1Database;
}

/** One of each kind; their values change no statement. */
const changes: readonly FactChange[] = [
  { kind: 'contract', contract: { terms: [{ reason: 'sale' }] } as unknown as Contract },
  { kind: 'terms', contractId: 'x', terms: { reason: 'reverted' } as Contract['terms'][number] },
  { kind: 'charge', charge: {} as Charge },
  { kind: 'end', contractId: 'x', end: { kind: 'cancellation', at: 0 }, endsOn: 'x' },
];

type Statement = (...given: unknown[]) => unknown;

/** Nothing may be reached: a statement needs no other service. */
beforeEach(() => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('offline')));
  return () => vi.unstubAllGlobals();
});

const texts = import.meta.glob<string>('../../functions/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Files and functions without a statement of their own, and one that reads everything. */
const excepted: ReadonlySet<string> = new Set([
  // A deletion masks the person's address in texts of others; it is rare, and an operator or the person waits for it.
  'privacy/mentions.ts',
  // They have their own test below: a report must have rows to make statements.
  'alerts/event-statements.ts',
  'alerts/fall-statements.ts',
  'alerts/level-statements.ts',
  'alerts/report-store.ts: acceptReport',
  'alerts/new-messages.ts',
  'alerts/situation-store.ts',
  // What others put into statements, or into which others put a query.
  'alerts/level-rows.ts',
  'alerts/report-rows.ts',
  'orders/acceptances.ts: findAcceptance',
  'orders/order-row.ts',
  'platform/leased-rows.ts',
  'platform/work/work-store.ts: workOfEach',
  'alerts/recipient-store.ts: addRow',
  'alerts/wake-statements.ts',
  'privacy/who.ts',
  'tenants/members.ts: joinedStatement',
  // Has its own test below.
  'ledger/fact-rows.ts',
]);

/** Every file that writes SQL (platform/db.ts), by its path in functions/. */
const files = Object.entries(texts)
  .filter(([, text]) => /^} from '(#functions\/platform|\.|\.\.)\/db\.ts'|^import \{.*\/db\.ts'/m.test(text))
  .map(([path]) => path.slice('../../functions/'.length))
  .filter((file) => !excepted.has(file));

const deps = composeDeps(env);

/** Each exported function of a file, over a recording database, which is its first argument or a part of it. */
async function statementsOf(file: string): Promise<ReadonlySet<string>> {
  const noted = new Set<string>();
  // Vite would look for the file itself, and knip take every export of a glob as used.
  const exported = Object.entries<unknown>(await import(/* @vite-ignore */ `#functions/${file}`))
    .filter(([name]) => !excepted.has(`${file}: ${name}`))
    .map(([, value]) => value)
    .filter((value): value is Statement => typeof value === 'function');
  for (const hasRows of [true, false]) {
    const db = notingDatabase(noted, hasRows);
    const needs = { ...deps, ...db, db };
    // One that fails on these arguments has recorded its statement by then.
    for (const each of exported)
      for (const second of [anything(), 'x', 'charge']) await ask(each, needs, second);
  }
  return noted;
}

async function ask(each: Statement, needs: unknown, second: unknown): Promise<void> {
  try {
    await each(needs, second, ...Array.from({ length: 5 }, anything));
  } catch {}
}

async function retentionStatements(): Promise<ReadonlySet<string>> {
  const noted = new Set<string>();
  for (const id of purgedEntries) await purge(notingDatabase(noted, true), id, 0, 10);
  await listForgotten(notingDatabase(noted, true), 0, 10);
  return noted;
}

/** Full scans that are allowed, because the table stays small or is read in order up to a limit. */
const allowed: readonly RegExp[] = [
  /^SCAN CONSTANT ROW$/,
  // One row for each walk over all environments.
  /^SCAN fleet_runs USING INDEX/,
  // Its condition is the query: only those in trouble are in it.
  /^SCAN tenants USING INDEX tenants_troubled/,
  // Likewise: those with a version that was not tested, counted from the index alone.
  /^SCAN tenants USING COVERING INDEX tenants_untested/,
  // And those whose pod reaches port 25.
  /^SCAN tenants USING COVERING INDEX tenants_mail_port/,
  // Only monitors without a current check are in it.
  /^SCAN l USING INDEX alert_levels_unchecked$/,
  // One row a day.
  /^SCAN reconciliations/,
  // Two rows.
  /^SCAN providers$/,
  // Only companies that may sign in are in it.
  /^SCAN s USING (COVERING )?INDEX company_sign_ins_domain$/,
  // One row for each cluster.
  /^SCAN alert_networks$/,
  // Only rows with work left.
  /^SCAN contracts USING (COVERING )?INDEX contracts_price_due$/,
  // An operator's report over all stored votes.
  /^SCAN feedback$/,
  // The bound list, not a table.
  /^SCAN json_each VIRTUAL TABLE/,
  // Intermediate results of the statement.
  /^SCAN \(?(steps|subquery|o|entries|reported|stated|newest|subscriptions|charges|mails|least_loaded|names|counted|ranked)\b/,
];

/** Parts of a statement's plan that scan a whole table. */
async function scansIn(sql: string): Promise<string[]> {
  const places = Math.max(
    (sql.match(/\?(?!\d)/g) ?? []).length,
    ...[...sql.matchAll(/\?(\d+)/g)].map(([, number]) => Number(number)),
  );
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
    .bind(...Array.from({ length: places }, () => null))
    .all<{ detail: string }>();
  return results
    .map(({ detail }) => detail)
    .filter((detail) => detail.startsWith('SCAN') && !allowed.some((each) => each.test(detail)));
}

async function scanning(statements: ReadonlySet<string>): Promise<string[]> {
  const found: string[] = [];
  for (const sql of statements)
    for (const scan of await scansIn(sql)) found.push(`${scan} ← ${sql.replace(/\s+/g, ' ')}`);
  return found;
}

test.each(files)('no statement of %s reads a whole table', async (file) => {
  const statements = await statementsOf(file);
  expect(statements.size).toBeGreaterThan(0);
  expect(await scanning(statements)).toEqual([]);
});

test('the files with statements are found', () => {
  expect(files.length).toBeGreaterThan(50);
});

test('no statement that writes facts of a contract reads a whole table', async () => {
  const noted = new Set<string>();
  factStatements(notingDatabase(noted, true), 'x', changes, 0);
  expect(noted.size).toBeGreaterThan(3);
  expect(await scanning(noted)).toEqual([]);
});

test('no statement that accepts a report reads a whole table', async () => {
  const noted = new Set<string>();
  const report = reportOf({
    levels: [downOf(1, 1), levelOf(2)],
    falls: [fallOf(1, 1, 2)],
    events: [eventOf('test')],
    checked: [{ id: 1, createdAt: 1, at: 1 }],
  });
  await acceptReport(notingDatabase(noted, true), 'x', 'r', report, 20, 0);
  await countDroppedEvents(notingDatabase(noted, true), 'x', report.events, 0);
  foldFalls(acceptingOf(notingDatabase(noted, true), 'x', 'r', 20, 0));
  expect(noted.size).toBe(16);
  expect(await scanning(noted)).toEqual([]);
});

test('no statement that removes old rows reads a whole table', async () => {
  const statements = await retentionStatements();
  expect(statements.size).toBeGreaterThan(10);
  expect(await scanning(statements)).toEqual([]);
});

test('a statement without an index is reported', async () => {
  expect(await scansIn('SELECT * FROM orders WHERE chart_revision = ?')).toEqual(['SCAN orders']);
});

test('no statement that decides and writes for many recipients reads a whole table', async () => {
  const noted = new Set<string>();
  const db = notingDatabase(noted, false);
  const from = { memory: { monitors: {}, held: [] }, readFall: 0, readSeq: 0, toldAt: null };
  const recipient = { id: 'x', orderId: 'x', kind: 'email', preferences: { quiet: null }, ...from };
  await readSituations(db, [{ id: 'x', orderId: 'x', from, chosen: ['1:1'] }], 0);
  expect(noted.size).toBeGreaterThan(5);
  const message = { lines: [], share: null, mayBeOurs: false };
  await writeNewMessages(
    db,
    [{ id: 'x', recipient: recipient as unknown as AlertRecipient, next: from, message }],
    0,
  );
  expect(noted.size).toBeGreaterThan(8);
  expect(await scanning(noted)).toEqual([]);
});
