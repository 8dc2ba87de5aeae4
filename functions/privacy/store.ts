/** All rows about one person, for an export and for a deletion, in D1; whose a row is: personal-tables.ts. */

import { normalEmail } from '#domain/email/email.ts';
import { forgetPerson } from '#functions/alerts/member-store.ts';
import { REFUND_WORK } from '#functions/ledger/fact-rows.ts';
import { erasedStatement } from '#functions/orders/closing-rows.ts';
import type { Order } from '#functions/orders/order.ts';
import { allOrders } from '#functions/orders/order-row.ts';
import {
  all,
  among,
  exists,
  firstValue,
  joined,
  raw,
  type Sql,
  sql,
  statement,
  stored,
} from '#functions/platform/db.ts';
import { CHANGED, reportStatements } from '#functions/platform/outbox.ts';
import { callersOf } from '#functions/platform/processor-quota.ts';
import { admittedChangedFor } from '#functions/tenants/admitted.ts';
import { type ExportedTable, exportedTables, type PersonKeys, personalTables } from './personal-tables.ts';
import { isMeant } from './who.ts';

/** A row as it is stored. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** A person, as known from our rows. */
export interface Customer {
  /** OIDC subjects; several when an e-mail had several accounts. */
  readonly subjects: string[];
  readonly emails: string[];
  /** Newest first. */
  readonly orders: Order[];
  readonly subscriptionIds: string[];
  readonly customerIds: string[];
  readonly paymentIds: string[];
}

/** True when an order that is about to be released became a contract. */
export const isContract = ({ status, payment }: Pick<Order, 'status' | 'payment'>): boolean =>
  status === 'CONCLUIDO' || payment === 'confirmed';

/** A person without rows. */
export const noCustomer: Customer = {
  subjects: [],
  emails: [],
  orders: [],
  subscriptionIds: [],
  customerIds: [],
  paymentIds: [],
};

interface AccountRow {
  subject: string;
  /** 1 if one of its orders is live. */
  isLive: number;
}

/** The processor's references of a purchase. */
type References = Pick<Order, 'subscriptionId' | 'customerId' | 'paymentId'>;

/**
 * The person that an id or e-mail belongs to, with all their orders; `null` when there is none. Of several
 * accounts, the one with a live order counts; `several-people` when none has one.
 */
export async function findRows(db: D1Database, who: string): Promise<Customer | 'several-people' | null> {
  const typed = who.includes('@') ? [normalEmail(who)] : [];
  const accounts = await all<AccountRow>(db)`SELECT subject, MAX(released_at IS NULL) AS is_live
        FROM orders
        WHERE ${isMeant(who)} GROUP BY subject`;
  const live = accounts.filter(({ isLive }) => isLive === 1);
  const [account, other] = live.length > 0 ? live : accounts;
  // A person may have had several accounts under one e-mail over time; a subdomain may have had several owners.
  if (other !== undefined && (live.length > 0 || typed.length === 0)) return 'several-people';
  if (account === undefined) {
    const hasWritten = await exists(db)`SELECT 1 FROM support_messages WHERE email IN ${among(typed)}
          LIMIT 1`;
    return hasWritten ? customerOf([], typed, []) : null;
  }
  const orders = await allOrders(
    db,
    sql`WHERE subject = ${account.subject} OR id IN (SELECT order_id FROM buyers WHERE email = ${typed[0] ?? null})
          ORDER BY created_at DESC`,
  );
  const ids = among(orders.map(({ id }) => id));
  const bought = await all<References>(db)`SELECT subscription_id,
          customer_id, payment_id FROM plan_changes WHERE order_id IN ${ids}
        UNION SELECT subscription_id, customer_id, NULL FROM contracts WHERE order_id IN ${ids}
        UNION SELECT NULL, NULL, payment_id FROM charges WHERE order_id IN ${ids}
        UNION SELECT subscription_id, customer_id, NULL FROM contracts_in_force WHERE order_id IN ${ids}
        UNION SELECT subscription_id, NULL, payment_id FROM dunning WHERE subscription_id IN (
          SELECT subscription_id FROM orders WHERE id IN ${ids}
          UNION SELECT subscription_id FROM plan_changes WHERE order_id IN ${ids})`;
  return customerOf(orders, typed, bought);
}

/** When the newest charge of these orders was paid, milliseconds UTC; `null` when none was. */
export const newestChargeAt = (db: D1Database, orderIds: readonly string[]) =>
  firstValue<number>(db)`SELECT MAX(confirmed_at) AS value FROM charges
        WHERE order_id IN ${among(orderIds)}`;

/** What the processor still has to do for these orders: its mails and retries need the person's rows. */
export async function openWorkOf(db: D1Database, orderIds: readonly string[]): Promise<string[]> {
  const ids = among(orderIds);
  const open = await all<{
    what: string;
  }>(db)`SELECT
          'o fim do contrato, que a operadora ainda não confirmou' AS what
        FROM contract_ends WHERE order_id IN ${ids} AND done_at IS NULL
        UNION SELECT 'uma devolução, que a operadora ainda não fez' FROM work
        WHERE order_id IN ${ids} AND kind = ${REFUND_WORK}`;
  return open.map(({ what }) => what);
}

/**
 * Rows about a person by table.
 * @param parties The hashes that link marks to the person.
 */
export async function recordsOf<Table extends ExportedTable = ExportedTable>(
  db: D1Database,
  customer: Customer,
  parties: readonly string[],
  tables: readonly Table[] = exportedTables as readonly Table[],
): Promise<Record<Table, StoredRow[]>> {
  const read = await Promise.all(
    tables.map(async (table) => {
      const where = conditionOf(personalTables[table].of ?? '', keysOf(customer, parties));
      const { hidden = () => ({}) } = personalTables[table];
      const rows = await stored(db)`SELECT * FROM ${raw(table)} WHERE ${where}`;
      return [table, rows.map((row) => ({ ...row, ...hidden(row) }))] as const;
    }),
  );
  return Object.fromEntries(read) as Record<Table, StoredRow[]>;
}

/** Names of these orders that are blocked for others. */
export const quarantinedOf = (db: D1Database, orders: readonly Pick<Order, 'subdomain'>[]) =>
  stored(db)`SELECT * FROM quarantined_names
        WHERE subdomain IN ${among(orders.map(({ subdomain }) => subdomain))}`;

/** Rows that `eraseRows` would still delete, as "table: count". */
export async function leftOf(db: D1Database, customer: Customer): Promise<string[]> {
  const counts = erasedOf(customer).map(
    ({ table, where }) => sql`(SELECT COUNT(*) FROM ${raw(table)} WHERE ${where}) AS ${raw(table)}`,
  );
  const [counted = {}] = await stored(db)`SELECT ${joined(counts, ', ')}`;
  return Object.entries(counted).flatMap(([table, rows]) => (rows === 0 ? [] : [`${table}: ${rows}`]));
}

/**
 * Deletes what may be deleted on request: mails, request records, payment events, orders that never became a
 * contract. Marks the orders that stay, once each, with a history line.
 * @returns Deleted rows by table.
 */
export async function eraseRows(
  db: D1Database,
  customer: Customer,
  now: number,
): Promise<Record<string, number>> {
  const steps = erasedOf(customer);
  // The person's memberships end, so those environments need a new list of admitted accounts.
  const before = [...admittedChangedFor(db, customer.subjects, now), ...forgetPerson(db, customer)];
  const answers = await db.batch([
    ...before,
    ...steps.map(({ table, where }) => statement(db)`DELETE FROM ${raw(table)} WHERE ${where}`),
    ...customer.orders.flatMap(({ id: orderId }) => [
      // An order that is still being undone tells its customer what was refunded.
      erasedStatement(db, orderId, now),
      ...reportStatements(db, { events: [{ kind: 'customer-deleted', orderId }] }, now, CHANGED),
    ]),
  ]);
  const done = answers.slice(before.length);
  return Object.fromEntries(steps.map(({ table }, index) => [table, done[index]?.meta.changes ?? 0]));
}

const unique = (values: readonly (string | null)[]): string[] => [
  ...new Set(values.filter((value) => value !== null)),
];

function customerOf(orders: Order[], typed: readonly string[], bought: readonly References[]): Customer {
  const both = [...orders, ...bought];
  return {
    subjects: unique(orders.map(({ subject }) => subject)),
    emails: unique([...typed, ...orders.map(({ email }) => email)]),
    orders,
    subscriptionIds: unique(both.map(({ subscriptionId }) => subscriptionId)),
    customerIds: unique(both.map(({ customerId }) => customerId)),
    paymentIds: unique(both.map(({ paymentId }) => paymentId)),
  };
}

function keysOf(customer: Customer, parties: readonly string[] = []): PersonKeys {
  const { subjects, emails, orders, subscriptionIds: subscriptions, paymentIds: payments } = customer;
  const callers = subjects.flatMap(callersOf);
  return { orders: orders.map(({ id }) => id), subjects, emails, subscriptions, payments, parties, callers };
}

/** What a deletion removes, dependent rows first. */
function erasedOf(customer: Customer) {
  return exportedTables.toReversed().flatMap((table) => {
    const { of = '', erased } = personalTables[table];
    if (erased === undefined) return [];
    const condition = erased === true ? of : `${of} AND ${erased}`;
    return [{ table, where: conditionOf(condition, keysOf(customer)) }];
  });
}

/** A condition of a table with values in its places; a list for the keys of a person. */
export function conditionOf(
  condition: string,
  values: Partial<PersonKeys> & { readonly before?: number; readonly day?: string },
): Sql {
  // Every second part is a name.
  const parts = condition.split(/:([a-z]+)/);
  const places = parts
    .filter((_, index) => index % 2 === 1)
    .map((name) => values[name as keyof typeof values] ?? []);
  return sql(
    parts.filter((_, index) => index % 2 === 0),
    ...places.map((value) => (typeof value === 'object' ? among(value) : value)),
  );
}
