/**
 * Plan and cycle identifiers.
 *
 * Owns: the closed lists and the alias rule (requirements 000 §3). Does not own: prices and limits, which
 * content/plans.json states and `createCatalog` reads.
 */

export const planIds = ['free', 'essential', 'pro', 'enterprise'] as const;
export type PlanId = (typeof planIds)[number];

export const billingCycles = ['monthly', 'yearly'] as const;
export type BillingCycle = (typeof billingCycles)[number];

/** Default plan for a visitor who chose none (requirements 000 §2). */
const DEFAULT_PLAN_ID: PlanId = 'pro';
export const DEFAULT_BILLING_CYCLE: BillingCycle = 'monthly';

const aliases: ReadonlyMap<string, PlanId> = new Map([
  ['gratuito', 'free'],
  ['free-tier', 'free'],
  ['starter-free', 'free'],
  ['essencial', 'essential'],
  ['empresarial', 'enterprise'],
]);

/** True for a plan id, which an alias is not. */
export function isPlanId(value: string): value is PlanId {
  return (planIds as readonly string[]).includes(value);
}

/** Reads a plan id or alias as written in a link, storage or record; anything unknown or empty is `free`. */
export function normalizePlanId(written: string | null | undefined): PlanId {
  const key = (written ?? '').trim().toLowerCase();
  if (isPlanId(key)) return key;
  return aliases.get(key) ?? 'free';
}

/** Reads a billing cycle, or `null` when it is neither `monthly` nor `yearly`. */
export function parseBillingCycle(written: string | null | undefined): BillingCycle | null {
  return written === 'monthly' || written === 'yearly' ? written : null;
}

/** What an address or the browser's storage says about the choice. */
export interface WrittenChoice {
  readonly plan?: string | null | undefined;
  readonly cycle?: string | null | undefined;
}

/**
 * The plan and cycle that a page opens with: from the address, else from the browser's storage, else Pro monthly. An
 * absent or empty `plan` falls through; an unknown one is `free` (the alias rule).
 */
export function choosePlan(
  address: WrittenChoice,
  stored: WrittenChoice,
): { plan: PlanId; cycle: BillingCycle } {
  const written = [address.plan, stored.plan].find((value) => (value ?? '').trim() !== '');
  return {
    plan: written === undefined ? DEFAULT_PLAN_ID : normalizePlanId(written),
    cycle: parseBillingCycle(address.cycle) ?? parseBillingCycle(stored.cycle) ?? DEFAULT_BILLING_CYCLE,
  };
}
