/**
 * Checks every statement of every store with SQLite's query planner: none reads a whole table, so a call costs the same
 * with a hundred tenants and with a hundred thousand.
 *
 * The stores run over a database that records their statements, so new statements are checked without being listed
 * here.
 */
import { expect, test } from 'vitest';
import type { Charge, Contract, FactChange } from '#domain/contract/facts.ts';
import { createCardChangeStore } from '#functions/card-change/store.ts';
import { createRoomStore, ONE_CLUSTER } from '#functions/checkout/rooms.ts';
import { createOrderStore } from '#functions/checkout/store.ts';
import { createDebtStore } from '#functions/contract/debt-store.ts';
import { factStatements } from '#functions/contract/fact-rows.ts';
import { createLedgerStore } from '#functions/contract/ledger-store.ts';
import { createMarksStore } from '#functions/contract/marks-store.ts';
import { createWebhookEventStore } from '#functions/contract/payment-events.ts';
import { createBillingStore } from '#functions/contract/store.ts';
import { createTenantStore } from '#functions/contract/tenant-store.ts';
import { createFeedbackStore, createMissingPageStore } from '#functions/feedback/store.ts';
import { createFiscalStore } from '#functions/fiscal/store.ts';
import { createLimitsStore } from '#functions/limits/store.ts';
import { createOperationsStore } from '#functions/operations/store.ts';
import { createAdmittedStore } from '#functions/people/admitted-store.ts';
import { createInvitationStore } from '#functions/people/invitation-store.ts';
import { createPeopleStore } from '#functions/people/people-store.ts';
import { createQuoteStore } from '#functions/plan-change/quotes.ts';
import { createPlanChangeStore } from '#functions/plan-change/store.ts';
import { createDeletedAccounts } from '#functions/platform/deleted-accounts.ts';
import { createEventLog } from '#functions/platform/events.ts';
import { createIdempotencyStore } from '#functions/platform/idempotency.ts';
import { createNewEnvironments } from '#functions/platform/new-environments.ts';
import { createOutbox } from '#functions/platform/outbox.ts';
import { createDataCopies } from '#functions/privacy/data-copies.ts';
import { createDeletionStore } from '#functions/privacy/deletion-store.ts';
import { createRetentionStore } from '#functions/privacy/retention-store.ts';
import { createCustomerStore } from '#functions/privacy/store.ts';
import { createProvisioningStore } from '#functions/provisioning/store.ts';
import { createQuotaStore } from '#functions/quota/store.ts';
import { createReportStore } from '#functions/reports/store.ts';
import { createSupportStore } from '#functions/support/store.ts';
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

/** Records each statement; answers with or without rows, so that both branches of a method run. */
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

const stores: Readonly<Record<string, (db: D1Database) => object>> = {
  orders: (db) => ({ ...createOrderStore(db), ...createProvisioningStore(db) }),
  rooms: (db) => createRoomStore(db, ONE_CLUSTER),
  tenants: createTenantStore,
  admittedLists: createAdmittedStore,
  people: createPeopleStore,
  invitations: createInvitationStore,
  planChanges: createPlanChangeStore,
  cardChanges: createCardChangeStore,
  fiscalNotes: createFiscalStore,
  idempotency: createIdempotencyStore,
  webhookEvents: createWebhookEventStore,
  deletedAccounts: (db) => createDeletedAccounts(db, { now: () => 0 }, async () => 'x'),
  newEnvironments: (db) =>
    createNewEnvironments(db, { now: () => 0 }, async () => 'x', { perNetwork: 1, perDay: 1 }),
  outbox: createOutbox,
  events: (db) => createEventLog(db, () => 0),
  support: createSupportStore,
  billing: createBillingStore,
  ledger: createLedgerStore,
  quotes: createQuoteStore,
  facts: (db) => ({ write: async () => factStatements(db, 'x', changes) }),
  marks: (db) => ({ ...createMarksStore(db), ...createDebtStore(db) }),
  quotas: createQuotaStore,
  limits: createLimitsStore,
  reports: createReportStore,
  missingPages: createMissingPageStore,
  feedback: createFeedbackStore,
  operations: createOperationsStore,
  customers: createCustomerStore,
  dataCopies: (db) => createDataCopies(db, { now: () => 0 }),
  deletions: createDeletionStore,
};

async function statementsOf(make: (db: D1Database) => object): Promise<ReadonlySet<string>> {
  const noted = new Set<string>();
  for (const hasRows of [true, false]) {
    for (const method of Object.values(make(notingDatabase(noted, hasRows)))) {
      // A method that fails on these arguments has recorded its statement by then.
      for (const first of [anything(), 'x']) await ask(method as (...given: unknown[]) => unknown, first);
    }
  }
  return noted;
}

async function ask(method: (...given: unknown[]) => unknown, first: unknown): Promise<void> {
  try {
    await method(first, ...Array.from({ length: 5 }, anything));
  } catch {}
}

async function retentionStatements(): Promise<ReadonlySet<string>> {
  const noted = new Set<string>();
  const store = createRetentionStore(notingDatabase(noted, true));
  for (const id of store.entryIds) await store.purge(id, 0, 10);
  await store.listForgotten(0, 10);
  return noted;
}

/** Full scans that are allowed, because the table stays small or is read in order up to a limit. */
const allowed: readonly RegExp[] = [
  /^SCAN CONSTANT ROW$/,
  // One row a day.
  /^SCAN reconciliations/,
  // Only rows with work left.
  /^SCAN (tenants|contracts) USING (COVERING )?INDEX (tenants_without_ledger|contracts_price_due)$/,
  // An operator's report over all stored votes.
  /^SCAN feedback$/,
  // The bound list, not a table.
  /^SCAN json_each VIRTUAL TABLE/,
  // Intermediate results of the statement.
  /^SCAN \(?(subquery|o|entries|subscriptions|charges|mails|roomiest|names)\b/,
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

test.each(Object.keys(stores))('no statement of %s reads a whole table', async (name) => {
  const statements = await statementsOf(stores[name] as (db: D1Database) => object);
  expect(statements.size).toBeGreaterThan(0);
  expect(await scanning(statements)).toEqual([]);
});

test('no statement that removes old rows reads a whole table', async () => {
  const statements = await retentionStatements();
  expect(statements.size).toBeGreaterThan(10);
  expect(await scanning(statements)).toEqual([]);
});

test('a statement without an index is reported', async () => {
  expect(await scansIn('SELECT * FROM orders WHERE failure_code = ?')).toEqual(['SCAN orders']);
});
