/**
 * All rows about one person, for an export and for a deletion, in D1.
 *
 * Owns: how a row is linked to a person. Tables with personal data: content/legal/retention.json.
 */
import { normalEmail } from '#domain/email/email.ts';
import { REFUND_WORK } from '#functions/ledger/fact-rows.ts';
import type { Order } from '#functions/orders/order.ts';
import { IS_MEANT, type OrderRow, toOrder } from '#functions/orders/order-row.ts';
import { nextRevision } from '#functions/people/admitted-store.ts';
import { AMONG, AMONG_FIRST, all, exists, firstValue, list, statement } from '#functions/platform/db.ts';
import { reportStatements } from '#functions/platform/outbox.ts';
import { callersOf } from '#functions/platform/processor-quota.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { workOfEach } from '#functions/platform/work/work-store.ts';
import { DELETION_WORK } from './deletion-store.ts';
import type { ExportedTable } from './table-words.ts';

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

/** SQL condition: the order never became a contract (no payment and no environment). */
export const NEVER_A_CONTRACT = `released_at IS NOT NULL AND status <> 'CONCLUIDO' AND payment <> 'confirmed'`;

/** Rows that belong to the environments of a list of orders. */
const OF_TENANTS = `subdominio IN (SELECT subdominio FROM tenants WHERE order_id IN ${AMONG})`;

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

const ACCOUNTS_OF = `SELECT subject, MAX(released_at IS NULL) AS is_live FROM orders WHERE ${IS_MEANT} GROUP BY subject`;

interface AccountRow {
  subject: string;
  /** 1 if one of its orders is live. */
  is_live: number;
}

/** The processor's references of a purchase. */
type References = Pick<Order, 'subscriptionId' | 'customerId' | 'paymentId'>;

type Where = readonly [condition: string, ...values: string[]];

/** Makes the store over a D1 database. */
export function createCustomerStore(db: D1Database) {
  return {
    /**
     * The person that an id or e-mail belongs to, with all their orders; `null` when there is none. Of several
     * accounts, the one with a live order counts; `several-people` when none has one.
     */
    async find(who: string): Promise<Customer | 'several-people' | null> {
      const typed = who.includes('@') ? [normalEmail(who)] : [];
      const accounts = await all<AccountRow>(db, ACCOUNTS_OF, who, normalEmail(who));
      const live = accounts.filter(({ is_live }) => is_live === 1);
      const [account, other] = live.length > 0 ? live : accounts;
      // A person may have had several accounts under one e-mail over time; a subdomain may have had several owners.
      if (other !== undefined && (live.length > 0 || typed.length === 0)) return 'several-people';
      if (account === undefined) {
        const hasWritten = `SELECT 1 FROM support_messages WHERE email IN ${AMONG} LIMIT 1`;
        return (await exists(db, hasWritten, list(typed))) ? customerOf([], typed, []) : null;
      }
      const rows = await all<OrderRow>(
        db,
        'SELECT * FROM orders WHERE subject = ?1 OR email = ?2 ORDER BY created_at DESC',
        account.subject,
        typed[0] ?? null,
      );
      const bought = await all<References>(
        db,
        `SELECT subscription_id AS subscriptionId, customer_id AS customerId, payment_id AS paymentId
           FROM plan_changes WHERE order_id IN ${AMONG_FIRST}
         UNION SELECT subscription_id, customer_id, NULL FROM contracts WHERE order_id IN ${AMONG_FIRST}
         UNION SELECT NULL, NULL, payment_id FROM charges WHERE order_id IN ${AMONG_FIRST}
         UNION SELECT subscription_id, customer_id, NULL FROM tenants WHERE order_id IN ${AMONG_FIRST}
         UNION SELECT subscription_id, NULL, payment_id FROM dunning WHERE subscription_id IN (
           SELECT subscription_id FROM orders WHERE id IN ${AMONG_FIRST}
           UNION SELECT subscription_id FROM plan_changes WHERE order_id IN ${AMONG_FIRST})`,
        list(rows.map(({ id }) => id)),
      );
      return customerOf(rows.map(toOrder), typed, bought);
    },

    /** When the newest charge of these orders was paid, milliseconds UTC; `null` when none was. */
    newestChargeAt: (orderIds: readonly string[]) =>
      firstValue<number>(
        db,
        `SELECT MAX(confirmed_at) AS value FROM charges WHERE order_id IN ${AMONG}`,
        list(orderIds),
      ),

    /** What the processor still has to do for these orders: its mails and retries need the person's rows. */
    async openWorkOf(orderIds: readonly string[]): Promise<string[]> {
      const open = await all<{ what: string }>(
        db,
        `SELECT 'o fim do contrato, que a operadora ainda não confirmou' AS what FROM contract_ends
           WHERE order_id IN ${AMONG_FIRST} AND done_at IS NULL
         UNION SELECT 'uma devolução, que a operadora ainda não fez' FROM work
           WHERE order_id IN ${AMONG_FIRST} AND kind = '${REFUND_WORK}'`,
        list(orderIds),
      );
      return open.map(({ what }) => what);
    },

    /**
     * Rows about a person by table, for an export.
     * @param parties The hashes that link marks to the person.
     */
    async recordsOf(
      customer: Customer,
      parties: readonly string[],
    ): Promise<Record<ExportedTable, Record<string, unknown>[]>> {
      const { emails, orders, subjects, subscriptionIds } = customer;
      const ids = list(orders.map(({ id }) => id));
      const names = list(orders.map(({ subdomain }) => subdomain));
      const { outbox, idempotency, processorCalls, copies, webhookEvents, notices } = conditionsOf(customer);
      const tables: Readonly<Record<ExportedTable, Where>> = {
        orders: [`id IN ${AMONG}`, ids],
        tenants: [`order_id IN ${AMONG}`, ids],
        plan_changes: [`order_id IN ${AMONG}`, ids],
        card_changes: [`order_id IN ${AMONG}`, ids],
        quota_readings: [OF_TENANTS, ids],
        limit_graces: [OF_TENANTS, ids],
        limit_states: [OF_TENANTS, ids],
        report_days: [OF_TENANTS, ids],
        report_months: [OF_TENANTS, ids],
        contracts: [`order_id IN ${AMONG}`, ids],
        contract_terms: [`contract_id IN (SELECT id FROM contracts WHERE order_id IN ${AMONG})`, ids],
        charges: [`order_id IN ${AMONG}`, ids],
        fiscal_notes: [`order_id IN ${AMONG}`, ids],
        fiscal_contacts: [`order_id IN ${AMONG}`, ids],
        quotes: [`order_id IN ${AMONG}`, ids],
        contract_ends: [`order_id IN ${AMONG}`, ids],
        dunning: [`subscription_id IN ${AMONG} AND subdominio IN ${AMONG}`, list(subscriptionIds), names],
        billing_notices: notices,
        events: [`order_id IN ${AMONG}`, ids],
        support_messages: [`email IN ${AMONG}`, list(emails)],
        memberships: [`subject IN ${AMONG}`, list(subjects)],
        invitations: [`email IN ${AMONG}`, list(emails)],
        outbox,
        idempotency,
        processor_calls: processorCalls,
        data_copies: copies,
        deletions: [`subject IN ${AMONG}`, list(subjects)],
        marks: [`id IN (SELECT mark_id FROM mark_parties WHERE party IN ${AMONG})`, list(parties)],
        mark_parties: [`party IN ${AMONG}`, list(parties)],
        work: [
          `order_id IN ${AMONG} OR (kind = '${DELETION_WORK}' AND key IN ${AMONG})`,
          ids,
          list(subjects),
        ],
        webhook_events: webhookEvents,
      };
      const read = await Promise.all(
        Object.entries(tables).map(async ([table, [where, ...values]]) => {
          const sql = `SELECT * FROM ${table} WHERE ${where}`;
          return [table, await all<Record<string, unknown>>(db, sql, ...values)] as const;
        }),
      );
      return Object.fromEntries(read) as Record<ExportedTable, Record<string, unknown>[]>;
    },

    /**
     * Deletes what may be deleted on request: mails, request records, payment events, orders that never became a
     * contract. Marks the orders that stay, once each, with a history line.
     * @returns Deleted rows by table.
     */
    async erase(customer: Customer, now: number): Promise<Record<string, number>> {
      const { outbox, idempotency, processorCalls, copies, webhookEvents } = conditionsOf(customer);
      const ids = list(customer.orders.map(({ id }) => id));
      const abandoned = `SELECT id FROM orders WHERE id IN ${AMONG} AND ${NEVER_A_CONTRACT}`;
      const [worked, ...ofEvents] = webhookEvents;
      const steps: readonly (readonly [table: string, ...Where])[] = [
        ['outbox', ...outbox],
        ['idempotency', ...idempotency],
        ['processor_calls', ...processorCalls],
        ['memberships', `subject IN ${AMONG}`, list(customer.subjects)],
        ['invitations', `email IN ${AMONG}`, list(customer.emails)],
        ['data_copies', ...copies],
        ['webhook_events', `processed_at IS NOT NULL AND ${worked}`, ...ofEvents],
        ['report_days', OF_TENANTS, ids],
        ['report_months', OF_TENANTS, ids],
        // Dependent rows first.
        ['plan_changes', `order_id IN (${abandoned})`, ids],
        ['card_changes', `order_id IN (${abandoned})`, ids],
        ['fiscal_contacts', `order_id IN ${AMONG}`, ids],
        ['quotes', `order_id IN ${AMONG}`, ids],
        ['contract_ends', `order_id IN (${abandoned})`, ids],
        ['events', `order_id IN (${abandoned}) AND operator IS NULL`, ids],
        ['orders', `id IN (${abandoned})`, ids],
      ];
      // The person's memberships end, so those environments need a new list of admitted accounts.
      const admitted = [
        statement(
          db,
          `UPDATE tenants SET admitted_revision = ${nextRevision('?2')} WHERE order_id IN (
             SELECT order_id FROM memberships WHERE subject IN ${AMONG_FIRST})`,
          list(customer.subjects),
          now,
        ),
        workOfEach(
          db,
          ENVIRONMENT_WORK.admitted,
          now,
          `SELECT DISTINCT order_id AS key, order_id FROM memberships WHERE subject IN ${AMONG}`,
          list(customer.subjects),
        ),
      ];
      const [, , ...done] = await db.batch([
        ...admitted,
        ...steps.map(([table, where, ...values]) =>
          statement(db, `DELETE FROM ${table} WHERE ${where}`, ...values),
        ),
        ...customer.orders.flatMap(({ id: orderId }) => [
          // An order that is still being undone tells its customer what was refunded.
          statement(
            db,
            'UPDATE orders SET erased_at = ? WHERE id = ? AND released_at IS NOT NULL AND erased_at IS NULL',
            now,
            orderId,
          ),
          ...reportStatements(db, { events: [{ kind: 'customer-deleted', orderId }] }, now, 'changes() = 1'),
        ]),
      ]);
      return Object.fromEntries(steps.map(([table], index) => [table, done[index]?.meta.changes ?? 0]));
    },
  };
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

/** Conditions shared by export and deletion. */
function conditionsOf({ subjects, emails, orders, subscriptionIds, paymentIds }: Customer) {
  const ids = list(orders.map(({ id }) => id));
  const references = list([...subscriptionIds, ...paymentIds]);
  // The reference of a held purchase is account/day.
  const isNoticed = `(reference IN ${AMONG} OR reference IN (SELECT id FROM plan_changes WHERE order_id IN ${AMONG})
    OR (kind IN ('purchase-held', 'purchase-held-told') AND substr(reference, 1, instr(reference, '/') - 1) IN ${AMONG}))`;
  const noticed = [references, ids, list(subjects)];
  return {
    notices: [isNoticed, ...noticed],
    // Mails to operators have no customer, so they are matched by what they are about. The subdomain may have had
    // another owner before this order. CROSS and `+` make SQLite read the orders first and use the index on mails.
    outbox: [
      `(COALESCE(json_extract(payload, '$.to'), json_extract(payload, '$.email')) IN ${AMONG}
        OR id IN (SELECT m.id FROM orders o CROSS JOIN outbox m ON json_extract(m.payload, '$.subdominio') = +o.subdominio
          WHERE o.id IN ${AMONG} AND m.created_at >= o.terms_accepted_at
            AND (o.released_at IS NULL OR m.created_at <= o.released_at))
        OR id IN (SELECT 'operator-' || kind || '-' || reference FROM billing_notices WHERE ${isNoticed}))`,
      list(emails),
      ids,
      ...noticed,
    ],
    idempotency: [`subject IN ${AMONG}`, list(subjects)],
    copies: [`subject IN ${AMONG}`, list(subjects)],
    processorCalls: [`caller IN ${AMONG}`, list(subjects.flatMap(callersOf))],
    webhookEvents: [
      `(payment_id IN ${AMONG} OR subscription_id IN ${AMONG})`,
      list(paymentIds),
      list(subscriptionIds),
    ],
  } satisfies Record<string, Where>;
}
