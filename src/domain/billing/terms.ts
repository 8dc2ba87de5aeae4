/**
 * The periods of the billing terms (requirements 000 §2 and §9; withdrawal: CDC, art. 49) and of the billing rules
 * (content/legal/regras-de-cobranca.mdx).
 *
 * Owns: the numbers that the terms promise and that the work behind them keeps. Does not own: prices and the yearly
 * discount (plans/catalog.ts), the versions of terms and rules (order/order.ts).
 */
export const billingTerms = {
  /** Days after a failed charge on which it is tried again; after the last the account may be suspended. */
  chargeRetryDays: [3, 7, 15],
  /** Days after the order within which a customer may withdraw and gets everything back. */
  withdrawalDays: 7,
  /** Working days within which a refund is ordered. */
  refundBusinessDays: 5,
  /** Days after a charge within which it may be disputed with us. */
  disputeDays: 90,
  /** Days between the notice of a new price and the price. */
  priceNoticeDays: 30,
  /** Days after an unpaid due date on which the environment runs on, once for each charge. */
  graceDays: 15,
  /** How long the amounts that a page showed are honoured. */
  quoteMinutes: 60,
  /** A difference or a debt below this is waived: the processor takes no smaller charge by card. */
  differenceCentavosMin: 500,
  /** So many withdrawals within `withdrawalMonths`, and the next purchase waits for a person. */
  withdrawalsMax: 2,
  /** Months in which withdrawals are counted. */
  withdrawalMonths: 12,
  /** Working days within which that person answers. */
  heldAnswerBusinessDays: 1,
  /** Hours within which something paid is delivered; then it is closed and given back. */
  deliveryHoursMax: 48,
  /** Days for which the name of a purchase that was paid and not delivered goes to nobody else. */
  nameKeptDays: 7,
} as const;
