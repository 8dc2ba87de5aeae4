/**
 * Orders: on which terms they are sold.
 *
 * Does not own: prices (plans/catalog.ts), days (billing/days.ts).
 */

/** Version a customer must have accepted (requirements 000 §2). */
export const TERMS_VERSION = '2025-01-15-v1';

/** Version of the annex of the terms, the billing rules; accepted with the terms and stored beside their version. */
export const BILLING_RULES_VERSION = '2026-11-23-v2';
