/** What the cycles are called. */
import type { BillingCycle } from './ids.ts';

export const cycleNames: Readonly<Record<BillingCycle, string>> = { monthly: 'Mensal', yearly: 'Anual' };

/** Behind a price: "R$ 99 por mês". */
export const perCycle: Readonly<Record<BillingCycle, string>> = { monthly: 'por mês', yearly: 'por ano' };
