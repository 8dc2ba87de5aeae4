/**
 * Orders: what is sold, on which terms, and when it is first charged.
 *
 * Owns: terms version, day counting, names derived from an order. Does not own: prices (plans/catalog.ts).
 */

/** Version a customer must have accepted (requirements 000 §2). */
export const TERMS_VERSION = '2025-01-15-v1';

/** The business counts its days here: after 21h, UTC is already tomorrow. */
export const BUSINESS_TIME_ZONE = 'America/Sao_Paulo';

const dayFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: BUSINESS_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Calendar day in São Paulo, `YYYY-MM-DD`. */
export function businessDay(epochMs: number): string {
  return dayFormat.format(epochMs);
}

/**
 * First renewal after `day`: one month or one year later, on the last day of the month where the day is missing.
 *
 * @param day `YYYY-MM-DD`.
 */
export function renewalDay(day: string, cycle: 'monthly' | 'yearly'): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const months = month - 1 + (cycle === 'monthly' ? 1 : 12);
  const lastDate = new Date(Date.UTC(year, months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** Argo CD application of an order: `t-` and 16 hexadecimal digits of its id; names have at most 20 characters. */
export function applicationName(orderId: string): string {
  return `t-${orderId.replace(/[^0-9a-f]/g, '').slice(0, 16)}`;
}
