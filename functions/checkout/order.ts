/** Orders as the use cases see them. One unique row or one compare-and-set decides every race. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import type { ProvisioningOverallStatus } from '#domain/contracts/provisioning.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { Tenant } from '#functions/contract/tenant.ts';
import type { Identity } from '#functions/vendors/identity.ts';

/** See the `payment` column of the orders table. */
export type OrderPayment = 'free' | 'none' | 'unclear' | 'pending' | 'confirmed';

export interface Order {
  readonly id: string;
  /** OIDC subject of the account that ordered. */
  readonly subject: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly subdomain: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  readonly status: ProvisioningOverallStatus;
  readonly payment: OrderPayment;
  /** While the processor may still be working on a call whose answer was lost; milliseconds, UTC. */
  readonly unclearUntil: number;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  readonly payUrl: string | null;
  readonly cardEntry: CardEntry;
  readonly attempt: number;
  readonly groupId: string | null;
  readonly synced: boolean;
  readonly healthy: boolean;
  readonly pingOk: boolean;
  readonly retryingSince: number | null;
  /** End of the lease; as a value it is also the token of whoever holds it. */
  readonly leaseUntil: number;
  readonly reservedUntil: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the name was given back; `null` while the order is live. */
  readonly releasedAt: number | null;
}

/** What is told of an order while its owner waits, and after. */
export interface OrderProgress
  extends Pick<
    Order,
    | 'subdomain'
    | 'plan'
    | 'cycle'
    | 'status'
    | 'payment'
    | 'payUrl'
    | 'synced'
    | 'healthy'
    | 'pingOk'
    | 'retryingSince'
    | 'leaseUntil'
    | 'createdAt'
    | 'updatedAt'
  > {
  /** As it stands now; `null` until the environment is ready. */
  readonly contract: Pick<Tenant, 'state' | 'plan' | 'cycle'> | null;
}

export interface NewOrder {
  readonly id: string;
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly name: string | null;
  readonly subdomain: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  readonly termsVersion: string;
  readonly termsAddress: string;
}

/** What may be changed on an order that nobody has paid for yet. */
export type ChosenTerms = Pick<
  NewOrder,
  'subdomain' | 'plan' | 'cycle' | 'amountCentavos' | 'termsVersion' | 'termsAddress'
>;

/** What the processor holds for an order. */
export interface PaymentReferences {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly paymentId: string | null;
  readonly payUrl: string | null;
}

/** What provisioning found out. */
export interface ProvisioningFactUpdate {
  readonly groupId?: string;
  readonly applied?: true;
  readonly synced?: boolean;
  readonly healthy?: boolean;
  readonly pingOk?: boolean;
  readonly member?: true;
}

export interface OrderStore {
  /** Inserts a reserved order under a lease, or says which unique row stood in the way. */
  reserve(order: NewOrder, now: number): Promise<'reserved' | 'subdomain-taken' | 'subject-has-order'>;
  findById(id: string): Promise<Order | null>;
  findLiveBySubject(subject: string): Promise<Order | null>;
  /** The same order as it is polled: one query, and only what is told. */
  findProgress(subject: string): Promise<OrderProgress | null>;
  findLiveBySubdomain(subdomain: string): Promise<Order | null>;
  /**
   * Which of these names nobody may take: a live order holds them, also one whose reservation has run out, or they rest
   * because somebody who had access may still be signed in. One query.
   */
  findTakenAmong(subdomains: readonly string[], now: number): Promise<ReadonlySet<string>>;
  findBySubscription(subscriptionId: string): Promise<Order | null>;
  /** Takes the order for this request, for longer where a charge stands; false when another one works on it. */
  acquireLease(id: string, now: number): Promise<boolean>;
  /** Gives the order back; `lease` is the order's `leaseUntil` as this request knows it. */
  releaseLease(id: string, lease: number): Promise<void>;
  /** Changes what was chosen on an unpaid order; `not-open` also when the lease was lost meanwhile. */
  choose(
    id: string,
    lease: number,
    terms: ChosenTerms,
    now: number,
  ): Promise<'chosen' | 'subdomain-taken' | 'not-open'>;
  /** Frees a name whose unpaid reservation has run out; false when it is still held. */
  releaseExpired(id: string, now: number): Promise<boolean>;
  /**
   * Frees the name of an order that was not paid in time and whose charge is removed; false when it is still held or
   * somebody else has the lease.
   */
  releaseUnpaid(id: string, lease: number, now: number): Promise<boolean>;
  /**
   * Notes that a subscription may come into being until `unclearUntil`, where its card is typed, and renews the lease
   * for as long as the processor may take. Returns the new lease, or `null` when it was lost or the order taken back
   * meanwhile: then nothing may be created.
   */
  markUnclear(
    id: string,
    lease: number,
    expected: Pick<Order, 'unclearUntil' | 'cardEntry'>,
    now: number,
  ): Promise<number | null>;
  /**
   * Notes that nothing exists at the processor, if the order still is as `seen`; the name stays reserved.
   * `isCertain` is false after a lookup: then the processor is asked again before anything is created.
   */
  markUnpaid(
    id: string,
    seen: Pick<Order, 'leaseUntil' | 'unclearUntil'>,
    isCertain: boolean,
    now: number,
  ): Promise<void>;
  /** Notes the open charge. On a hosted page the name is held for a day, counted from the first time. */
  markPending(id: string, references: PaymentReferences, now: number): Promise<void>;
  /** AGUARDANDO → EM_ANDAMENTO, once. True for the caller that made the change. */
  beginProvisioning(
    id: string,
    payment: 'free' | 'confirmed',
    references: PaymentReferences | null,
    now: number,
  ): Promise<boolean>;
  /** ERRO → EM_ANDAMENTO under the next attempt number, or `null` when it was not in ERRO. */
  restart(id: string, now: number): Promise<number | null>;
  /** Gives a running order a new workflow run in place of one that ended without finishing it. */
  nextAttempt(id: string, attempt: number, now: number): Promise<number | null>;
  recordFacts(id: string, facts: ProvisioningFactUpdate, now: number): Promise<void>;
  /** A step failed for now and is tried again. */
  noteRetry(id: string, code: ErrorCode, now: number): Promise<void>;
  fail(id: string, attempt: number, code: ErrorCode, now: number): Promise<void>;
  /**
   * EM_ANDAMENTO → CONCLUIDO with the tenant's row and the welcome mail, in one transaction. An order that was taken
   * back meanwhile gets neither.
   */
  complete(order: Order, welcome: { id: string; payload: string }, now: number): Promise<void>;
  /** Running orders without a sign of life since `before`, oldest first. */
  listSilent(before: number, limit: number): Promise<readonly Order[]>;
  /**
   * Orders whose payment is open and due to be looked at, the longest unseen first: after `pauseMs`, and after longer
   * the longer a charge has been waiting; at once when the reservation has run out.
   */
  listUnpaid(now: number, pauseMs: number, limit: number): Promise<readonly Order[]>;
  /**
   * Takes name and e-mail of the account over into its live order, where every later mail goes; false when they are the
   * same. An address that is not verified does not take the place of one that was, and what the token does not say stays.
   */
  followAccount(account: Pick<Identity, 'subject' | 'email' | 'emailVerified' | 'name'>): Promise<boolean>;
  /** Marks an order as looked at, so that the sweep goes round. */
  touch(id: string, now: number): Promise<void>;
}
