/** The Portuguese names of the billing cycles. */
import type { BillingCycle } from './ids.ts';

export const cycleNames: Readonly<Record<BillingCycle, string>> = { monthly: 'Mensal', yearly: 'Anual' };

/** "Anual · 10% off", as requirements 000 §2 spell the discount. */
export const withDiscount = (yearly: string, percent: number): string => `${yearly} · ${percent}% off`;

/** Follows a price: "R$ 99 por mês". */
export const perCycle: Readonly<Record<BillingCycle, string>> = { monthly: 'por mês', yearly: 'por ano' };
