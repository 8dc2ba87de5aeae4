/** A person as far as our own rows know one. */
import type { Order } from '#functions/checkout/order.ts';

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
