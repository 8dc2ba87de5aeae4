/**
 * Versions of the terms under which orders are sold.
 *
 * Does not own: prices (plans/catalog.ts), days (billing/days.ts).
 */

/** Version that a customer must accept (requirements 000 §2). */
export const TERMS_VERSION = '2025-01-15-v1';

/** Version of the billing rules, the annex of the terms; accepted with the terms and stored next to their version. */
export const BILLING_RULES_VERSION = '2026-11-25-v3';

/** The texts that are accepted, as `/{id}.html` names them. */
export type AcceptedText = 'termos' | 'regras-de-cobranca';

/** The address of a version as it was accepted; its text never changes. */
export const versionPath = (text: AcceptedText, version: string): string =>
  `/${text === 'termos' ? 'termos' : 'regras'}/${version}`;
