/**
 * The periods of the billing terms (requirements 000 §2 and §9; withdrawal: CDC, art. 49) and of the billing rules
 * (content/legal/regras-de-cobranca.mdx).
 *
 * Owns: the numbers that the terms promise and that jobs and commands enforce. Does not own: prices and the yearly
 * discount (plans/catalog.ts), the versions of terms and rules (orders/order.ts).
 */
export const billingTerms = {
  /** Days after a failed charge on which it is tried again; after the last try the account may be suspended. */
  chargeRetryDays: [3, 7, 15],
  /** Days after the order within which a customer may withdraw with a full refund. */
  withdrawalDays: 7,
  /** Working days within which a refund is ordered. */
  refundBusinessDays: 5,
  /** Days after a charge within which the customer may dispute it with us. */
  disputeDays: 90,
  /** Days between the notice of a new price and its first charge. */
  priceNoticeDays: 30,
  /** Days between the notice of a yearly renewal and its charge. */
  renewalNoticeDays: 15,
  /** Days after an unpaid due date on which the environment keeps running, once for each charge. */
  graceDays: 15,
  /** Minutes for which the amounts shown on a page stay valid. */
  quoteMinutes: 60,
  /** A difference or a debt below this is waived: the processor takes no smaller charge by card. */
  differenceCentavosMin: 500,
  /** After this many withdrawals within `withdrawalMonths`, an operator decides on the next purchase. */
  withdrawalsMax: 2,
  withdrawalMonths: 12,
  /** Working days within which the operator answers. */
  heldAnswerBusinessDays: 1,
  /** Hours within which a paid environment is delivered; after that the order is closed and refunded. */
  deliveryHoursMax: 48,
  /** Days for which the name of a paid but undelivered order stays reserved. */
  nameKeptDays: 7,
} as const;
