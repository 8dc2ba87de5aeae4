/**
 * Versions of the terms under which orders are sold.
 *
 * Does not own: prices (plans/catalog.ts), days (billing/days.ts).
 */

/** Version that a customer must accept (requirements 000 §2). */
export const TERMS_VERSION = '2025-01-15-v1';

/** Version of the billing rules, the annex of the terms; accepted with the terms and stored next to their version. */
export const BILLING_RULES_VERSION = '2026-11-25-v3';
