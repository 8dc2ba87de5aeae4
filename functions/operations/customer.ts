/** What operators look up and take back, across all tables. Reads only what an index finds. */
import type { HistoryEntry, OrderLine, ReadyResponse } from '#domain/contracts/operations.ts';
import type { Order } from '#functions/checkout/order.ts';

/** A person as far as our own rows know one. */
export interface Customer {
  /** OIDC subjects; several when an e-mail had several accounts. */
  readonly subjects: readonly string[];
  readonly emails: readonly string[];
  /** Newest first. */
  readonly orders: readonly OrderLine[];
  readonly subscriptionIds: readonly string[];
  readonly customerIds: readonly string[];
  readonly paymentIds: readonly string[];
}

export type Row = Readonly<Record<string, unknown>>;

export interface OperationsStore {
  /** Newest first. */
  listOrders(filter: {
    readonly status?: OrderLine['status'] | undefined;
    readonly createdBefore?: number | undefined;
    readonly limit: number;
  }): Promise<readonly OrderLine[]>;
  /** Orders of whoever an id, subdomain, e-mail, subject or id of the processor belongs to; live ones first, then the newest. */
  findOrders(who: string): Promise<readonly OrderLine[]>;
  /**
   * The person an id or address belongs to, with everything that person ordered; `null` when nobody is found. A live
   * order decides between several accounts; `several-people` when none does.
   */
  findCustomer(who: string): Promise<Customer | 'several-people' | null>;
  /** Everything that is known to have happened to an order, oldest first. */
  history(orderId: string): Promise<readonly HistoryEntry[]>;
  /** Rows about a person by table, for an export. */
  recordsOf(customer: Customer): Promise<Readonly<Record<string, readonly Row[]>>>;
  /**
   * Removes what may go when its person asks: mails, request records, payment events, orders that never became a
   * contract. @returns Rows removed by table.
   */
  erase(customer: Customer): Promise<Readonly<Record<string, number>>>;
  /** Lets a mail leave once more; the id it then has, or `null` when there is no such mail. */
  resendMail(id: string, now: number): Promise<string | null>;
  /**
   * Takes an unfinished order back; false when it is finished, released or taken back already, or no longer in the
   * state it was `seen` in.
   */
  cancelOrder(id: string, now: number, seen?: Order['status']): Promise<boolean>;
  /** Orders taken back before `before` that still hold something, the longest untouched first. */
  listCancelled(before: number, limit: number): Promise<readonly Order[]>;
  /** Frees the name of an order that was taken back; false when that was done. */
  releaseCancelled(id: string, now: number): Promise<boolean>;
  /** Work that was due before `before` and is not done. */
  countOverdue(before: number): Promise<ReadyResponse['overdue']>;
}
