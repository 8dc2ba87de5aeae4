/**
 * The codes of orders, contracts and environments, one list each: the same word in column, verb, answer and page
 * (0001_schema.sql checks the columns).
 */

/** Payment of an order. `none`: the customer has not paid yet. `unclear`: the processor's answer was lost. */
export const orderPayments = ['free', 'none', 'unclear', 'pending', 'confirmed'] as const;

/** Why an order was closed before its environment was delivered. */
export const closeReasons = ['operator', 'customer', 'undelivered'] as const;

/**
 * Why the terms of the next charge changed. `sale`: the purchase itself. `trust`: a monthly upgrade on trust: the limits
 * rise before the higher price is charged. `difference`: an upgrade for which the customer paid the difference. `cycle`:
 * the same plan in another cycle. `reverted`: a difference was withdrawn.
 */
export const termsReasons = ['sale', 'trust', 'difference', 'cycle', 'reverted'] as const;

/** How a contract ends. `chargeback` means that we lost a dispute. */
export const endKinds = ['cancellation', 'withdrawal', 'chargeback'] as const;

/** `period` pays for a whole period; `difference` pays for a higher plan during the rest of a paid period. */
export const chargeKinds = ['period', 'difference'] as const;

/** What a customer may withdraw from: a whole contract, or a difference paid on top of it. */
export const purchaseKinds = ['contract', 'difference'] as const;

/** States of a charge that a customer sees. */
export const invoiceStates = ['pending', 'confirmed', 'overdue', 'refused', 'refunded', 'disputed'] as const;
export const chargeStates = [...invoiceStates, 'deleted'] as const;

/** Why we refund a charge. `operator`: refunded by hand at the processor. */
export const returnReasons = ['withdrawal', 'undelivered', 'called-off', 'operator'] as const;
/** What we did with a charge ourselves. `forgiven`: an operator removed it, and its days run all the same. */
export const disposals = [...returnReasons, 'forgiven'] as const;

/** See the `state` column of plan_changes. */
export const planChangeStates = ['asked', 'unclear', 'waiting', 'applying', 'applied', 'closed'] as const;

/**
 * `asked`: nothing has been done yet. `paying`: the late charge is being paid with the new card. `putting`: the card is
 * being put on the subscription. `waiting`: the customer types the card on the processor's page. `done`: ended with the
 * new card. `closed`: ended without it.
 */
export const cardChangeStates = ['asked', 'paying', 'putting', 'waiting', 'done', 'closed'] as const;
