/** A hand-over: an environment passes from its owner to one of its members. */

/**
 * `offered`: the member may accept. `opening`: a subscription may exist at the processor. `waiting`: the receiver types
 * the card on the processor's page. `moving`: the subscription exists, and the rows are being changed. `undoing`:
 * something blocked the hand-over, and the subscription is being removed. `done`: the receiver is the owner. `closed`:
 * ended without effect.
 */
type HandoverState = 'offered' | 'opening' | 'waiting' | 'moving' | 'undoing' | 'done' | 'closed';

/** Times are milliseconds UTC. */
export interface Handover {
  readonly id: string;
  readonly orderId: string;
  readonly fromSubject: string;
  readonly toSubject: string;
  /** The verified e-mail address that the offer was sent to. */
  readonly toEmail: string;
  readonly toName: string | null;
  readonly membershipId: string;
  readonly state: HandoverState;
  /** The accepted terms; `null` when nothing renews. */
  readonly amountCentavos: number | null;
  readonly cycle: string | null;
  readonly firstDueOn: string | null;
  readonly termsVersion: string | null;
  /** The billing rules that were accepted with the terms. */
  readonly rulesVersion: string | null;
  readonly termsAcceptedAt: number | null;
  readonly termsAddress: string | null;
  readonly customerId: string | null;
  readonly subscriptionId: string | null;
  /** Keyed hash of the payer's CPF or CNPJ. */
  readonly payer: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  readonly pageUntil: number | null;
  /** After a lost response: until this time the processor may still carry out the call. */
  readonly unclearUntil: number;
  readonly expiresAt: number;
  /** End of the lease; the value is also the lease holder's token. */
  readonly leaseUntil: number;
  readonly createdAt: number;
  readonly settledAt: number | null;
}

/** Fields that a step updates; the others stay unchanged. */
export type HandoverFacts = Partial<
  Omit<Handover, 'id' | 'orderId' | 'fromSubject' | 'toSubject' | 'membershipId' | 'leaseUntil' | 'settledAt'>
>;
