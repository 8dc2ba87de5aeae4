/** An environment on its way from its owner to one of its members. */

/**
 * `offered`: the member may accept. `opening`: a subscription may exist at the processor. `waiting`: the card is typed on its
 * page. `moving`: everything is there, and the rows change hands. `undoing`: something came between, and the subscription
 * goes again. `done`, `closed`: over, with and without effect.
 */
type HandoverState = 'offered' | 'opening' | 'waiting' | 'moving' | 'undoing' | 'done' | 'closed';

/** Times are milliseconds UTC. */
export interface Handover {
  readonly id: string;
  readonly orderId: string;
  readonly fromSubject: string;
  readonly toSubject: string;
  /** The proven address that it was offered to. */
  readonly toEmail: string;
  readonly toName: string | null;
  readonly membershipId: string;
  readonly state: HandoverState;
  /** What was accepted; `null` where nothing renews. */
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
  /** Keyed hash of who pays. */
  readonly payer: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  readonly pageUntil: number | null;
  /** After a lost answer: until then the processor may still be at it. */
  readonly unclearUntil: number;
  readonly expiresAt: number;
  /** One worker at a time; as a value also the token of whoever holds it. */
  readonly leaseUntil: number;
  readonly createdAt: number;
  readonly settledAt: number | null;
}

/** What a step writes down; what it leaves out stays. */
export type HandoverFacts = Partial<
  Omit<Handover, 'id' | 'orderId' | 'fromSubject' | 'toSubject' | 'membershipId' | 'leaseUntil' | 'settledAt'>
>;
