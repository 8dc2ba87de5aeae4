/** What a room says about a charge that the processor reported; functions/payments asks the rooms one by one. */

/** A charge that belongs to a room and was applied there. */
export interface ClaimedPayment {
  /** The order that it was sold with; `null` when it belongs to no order. */
  readonly orderId: string | null;
  /** False when no contract, past or future, belongs to the charge. */
  readonly hasContract: boolean;
  readonly isNew: boolean;
}

/** Notes the event that reported the charge in the history of its order. */
export type NoteEvent = (orderId: string) => Promise<void>;
