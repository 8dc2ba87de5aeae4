/** A card change: the row that records how a contract gets a new card. */
import type { LeasedRow } from '#functions/platform/leased-rows.ts';

/** The kind of work that continues an open change; its key is the change. */
export const CARD_CHANGE_WORK = 'card-change';

/**
 * `asked`: nothing has been done yet. `paying`: the late charge is being paid with the new card. `putting`: the card is
 * being put on the subscription. `waiting`: the customer types the card on the processor's page. `done`: ended with the
 * new card. `closed`: ended without it.
 */
export const cardChangeStates = ['asked', 'paying', 'putting', 'waiting', 'done', 'closed'] as const;
type CardChangeState = (typeof cardChangeStates)[number];

export interface CardChange extends LeasedRow {
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
  readonly expiresAt: number;
  readonly createdAt: number;
}
