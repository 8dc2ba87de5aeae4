/** A change of the card that a contract is charged on. */

/**
 * `asked`: nothing is done yet. `paying`: a late charge is paid with the new card first. `putting`: the card is put on the
 * subscription. `waiting`: it is typed on a page of the processor. `done`, `closed`: over, with and without effect.
 */
type CardChangeState = 'asked' | 'paying' | 'putting' | 'waiting' | 'done' | 'closed';

/** Times are milliseconds UTC. */
export interface CardChange {
  readonly id: string;
  readonly orderId: string;
  readonly subscriptionId: string;
  /** The processor's customer. */
  readonly customerId: string;
  /** The caller's Idempotency-Key. */
  readonly attempt: string;
  readonly state: CardChangeState;
  /** The late charge that is paid first. */
  readonly pays: string | null;
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** The processor's token of the new card; gone with the end of the change. */
  readonly cardToken: string | null;
  /** The payer's address; gone with the end of the change. */
  readonly remoteIp: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  /** The subscription that the page opened to take the card; removed before the change is over. */
  readonly pageSubscriptionId: string | null;
  /** After a lost answer: until then the processor may still be at it. */
  readonly unclearUntil: number;
  readonly expiresAt: number;
  /** One worker at a time; as a value also the token of whoever holds it. */
  readonly leaseUntil: number;
  readonly createdAt: number;
  readonly settledAt: number | null;
}

/** What a step writes down; what it leaves out stays. */
export type CardChangeFacts = Partial<
  Pick<
    CardChange,
    | 'state'
    | 'pays'
    | 'brand'
    | 'lastFour'
    | 'cardToken'
    | 'remoteIp'
    | 'pageId'
    | 'payUrl'
    | 'pageSubscriptionId'
    | 'unclearUntil'
  >
>;
