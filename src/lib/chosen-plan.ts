/** Plan and cycle that the visitor chose on an earlier page. */
import { type BillingCycle, type PlanId, parseBillingCycle } from '#domain/plans/ids.ts';
import { lasting } from '#lib/storage.ts';

/** The stored choice; `choosePlan` in src/domain interprets it. */
export interface StoredChoice {
  readonly plan: string | null;
  readonly cycle: BillingCycle | null;
}

export function storedChoice(): StoredChoice {
  const plan = lasting.read('selectedPlan') ?? lasting.read('plano') ?? lasting.read('plan');
  return { plan, cycle: parseBillingCycle(lasting.read('billingCycle')) };
}

export function storeChoice(choice: { plan?: PlanId; cycle?: BillingCycle }): void {
  if (choice.plan !== undefined) lasting.write('selectedPlan', choice.plan);
  if (choice.cycle !== undefined) lasting.write('billingCycle', choice.cycle);
}
