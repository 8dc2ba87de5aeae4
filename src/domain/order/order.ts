/**
 * Orders: on which terms they are sold.
 *
 * Does not own: prices (plans/catalog.ts), days (billing/days.ts).
 */

/** Version a customer must have accepted (requirements 000 §2). */
export const TERMS_VERSION = '2025-01-15-v1';

/** Argo CD application of an order: `t-` and 16 hexadecimal digits of its id; names have at most 20 characters. */
export function applicationName(orderId: string): string {
  return `t-${orderId.replace(/[^0-9a-f]/g, '').slice(0, 16)}`;
}
