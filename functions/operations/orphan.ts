/** What is found about an environment without rows, and about a row without an environment. */
import type { Order } from '#functions/orders/order.ts';

/** What is known of the order of an environment, from wherever it is known. */
export interface FoundOrder
  extends Pick<
    Order,
    | 'id'
    | 'subject'
    | 'email'
    | 'name'
    | 'subdomain'
    | 'plan'
    | 'cycle'
    | 'amountCentavos'
    | 'customerId'
    | 'subscriptionId'
    | 'paymentId'
    | 'firstDueOn'
    | 'payer'
    | 'createdAt'
  > {
  readonly isEmailProven: boolean;
  readonly cluster: string;
  readonly application: string;
  /** Revision of the chart that it runs; `null` when it does not say. */
  readonly chartRevision: string | null;
}

/** An account that may enter besides the owner. */
export interface FoundMember {
  readonly subject: string;
  readonly email: string;
  readonly name: string | null;
}

/** A row of an environment. */
export interface FoundTenant {
  readonly subdomain: string;
  readonly orderId: string;
  readonly subject: string;
  readonly plan: string;
  readonly cluster: string;
}
