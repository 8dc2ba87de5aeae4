/** Rows of a sale and its environment, for tests that begin after both: the one place that knows their columns. */

type Value = string | number | null;
type Columns = Readonly<Record<string, Value>>;

/** A statement with its values, for whatever database the test has. */
export type RowStatement = readonly [text: string, values: readonly Value[]];

const insert = (table: string, row: Columns): RowStatement => [
  `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
    .map(() => '?')
    .join(', ')})`,
  Object.values(row),
];

/** The columns of an order that a test sets; the others have a value that says nothing. */
export interface OrderColumns extends Columns {
  readonly id: string;
  readonly subject: string;
  readonly subdomain: string;
}

/**
 * The rows of an order: a free one that was delivered, unless the columns say otherwise.
 * @param buyer Columns of its buyer.
 * @param acceptance Columns of its acceptance.
 */
export function orderRows(
  order: OrderColumns,
  buyer: Columns = {},
  acceptance: Columns = {},
): RowStatement[] {
  const at = order['created_at'] ?? 1;
  const times = { reserved_until: at, chosen_at: at, run_at: at, created_at: at, updated_at: at };
  const free = { plan: 'free', cycle: 'monthly', amount_centavos: 0, status: 'CONCLUIDO', payment: 'free' };
  const { id } = order;
  return [
    insert('orders', { ...free, ...times, ...order }),
    insert('buyers', { order_id: id, email: null, name: null, ...buyer }),
    insert('acceptances', {
      ...{
        id,
        order_id: id,
        terms_version: 'x',
        rules_version: null,
        accepted_at: at,
        address: '198.18.0.1',
      },
      ...acceptance,
    }),
  ];
}

/** The columns of an environment that a test sets. */
export interface TenantColumns extends Columns {
  readonly order_id: string;
  readonly subject: string;
  readonly subdomain: string;
}

/**
 * The rows of an environment: a free one that runs, unless the columns say otherwise.
 * @param contract Columns of the paid contract in force.
 */
export const tenantRows = (tenant: TenantColumns, contract: Columns | null = null): RowStatement[] => [
  insert('tenants', { plan: 'free', created_at: 1, ...tenant }),
  ...(contract === null
    ? []
    : [insert('contracts_in_force', { order_id: tenant.order_id, amount_centavos: 0, ...contract })]),
];
