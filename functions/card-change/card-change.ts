/** A card change: the row that records how a contract gets a new card. */

/**
 * `asked`: nothing has been done yet. `paying`: the late charge is being paid with the new card. `putting`: the card is
 * being put on the subscription. `waiting`: the customer types the card on the processor's page. `done`: ended with the
 * new card. `closed`: ended without it.
 */
type CardChangeState = 'asked' | 'paying' | 'putting' | 'waiting' | 'done' | 'closed';

/** Times are milliseconds UTC. */
export interface CardChange {
  readonly id: string;
  readonly orderId: string;
  readonly subscriptionId: string;
  /** Customer id at the processor. */
  readonly customerId: string;
  /** The caller's Idempotency-Key. */
  readonly attempt: string;
  readonly state: CardChangeState;
  /** The late charge to pay first. */
  readonly pays: string | null;
  readonly brand: string | null;
  readonly lastFour: string | null;
  /** The processor's token of the new card; deleted when the change ends. */
  readonly cardToken: string | null;
  /** The payer's IP address; deleted when the change ends. */
  readonly remoteIp: string | null;
  readonly pageId: string | null;
  readonly payUrl: string | null;
  /** The subscription that the page opened to take the card; removed before the change is over. */
  readonly pageSubscriptionId: string | null;
  /** After a lost response: until this time the processor may still carry out the call. */
  readonly unclearUntil: number;
  readonly expiresAt: number;
  /** End of the lease; the value is also the lease holder's token. */
  readonly leaseUntil: number;
  readonly createdAt: number;
  readonly settledAt: number | null;
}

/** Fields that a step updates; the others stay unchanged. */
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
