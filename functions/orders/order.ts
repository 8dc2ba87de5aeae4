/** Orders as the verbs see them. */
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import type { ProvisioningOverallStatus } from '#domain/api-schemas/provisioning.ts';
import type { closeReasons, orderPayments } from '#domain/contract/codes.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';

export type CloseReason = (typeof closeReasons)[number];

export interface Order {
  readonly id: string;
  /** OIDC subject of the account that ordered. */
  readonly subject: string;
  readonly email: string | null;
  /**
   * Name used in mail greetings; `null` while the address is unverified, so that our mail carries no stranger's text.
   */
  readonly name: string | null;
  readonly subdomain: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  readonly status: ProvisioningOverallStatus;
  readonly payment: (typeof orderPayments)[number];
  /** After a lost response: until this time the processor may still carry out the call; milliseconds UTC. */
  readonly unclearUntil: number;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  readonly paymentId: string | null;
  readonly payUrl: string | null;
  readonly paidAt: number | null;
  /** Due day of the first charge, `YYYY-MM-DD`; `null` until the processor has made it. */
  readonly firstDueOn: string | null;
  /** Keyed hash of who pays. */
  readonly payer: string | null;
  readonly cardEntry: CardEntry;
  readonly attempt: number;
  readonly groupId: string | null;
  readonly synced: boolean;
  readonly healthy: boolean;
  readonly pingOk: boolean;
  readonly retryingSince: number | null;
  /** End of the lease; its value is also the holder's token. */
  readonly leaseUntil: number;
  readonly reservedUntil: number;
  /** Versions of terms and billing rules that were accepted. */
  readonly termsVersion: string;
  readonly rulesVersion: string | null;
  /** When name, plan and terms were last chosen. */
  readonly chosenAt: number;
  /** Last activity of its workflow run. */
  readonly touchedAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** When the name was released; `null` while the order is live. */
  readonly releasedAt: number | null;
  /** When its person was erased: no mail about it leaves any more. */
  readonly erasedAt: number | null;
  /** When it was closed without an environment; `null` for every other order. */
  readonly closedAt: number | null;
  /** `null` also for an anonymised order. */
  readonly closeReason: CloseReason | null;
  /** Total refund; `null` until the processor reports it. */
  readonly givenBackCentavos: number | null;
}

/** The refund of an order without an environment, as far as it is known. */
export const givenBack = ({
  payment,
  amountCentavos,
  givenBackCentavos,
}: Pick<Order, 'payment' | 'amountCentavos' | 'givenBackCentavos'>): number =>
  givenBackCentavos ?? (payment === 'confirmed' ? amountCentavos : 0);

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

/** What may be changed on an order that is not paid yet. */
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
  /** Due day of the payment. */
  readonly dueOn: string | null;
}

/** Facts that provisioning adds to an order. */
export interface ProvisioningFactUpdate {
  readonly groupId?: string;
  readonly applied?: true;
  readonly synced?: boolean;
  readonly healthy?: boolean;
  readonly pingOk?: boolean;
  readonly member?: true;
}
