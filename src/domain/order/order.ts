/**
 * Orders: on which terms they are sold.
 *
 * Does not own: prices (plans/catalog.ts), days (billing/days.ts).
 */

/** Version a customer must have accepted (requirements 000 §2). */
export const TERMS_VERSION = '2025-01-15-v1';
