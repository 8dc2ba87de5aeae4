/**
 * What the browser remembers: chosen plan and cycle, and the subdomain. The theme is in theme.ts.
 *
 * Owns: the keys (requirements 000 §3). Without storage nothing is remembered and nothing breaks. Never store personal
 * data or tokens here.
 */
import { type BillingCycle, type PlanId, parseBillingCycle } from '#domain/plans/ids.ts';

/** The stored choice; `choosePlan` in src/domain interprets it. */
export interface StoredChoice {
  readonly plan: string | null;
  readonly cycle: BillingCycle | null;
}

/** Includes the older names of the plan's key. */
const PLAN_KEYS = ['selectedPlan', 'plano', 'plan'] as const;
const CYCLE_KEY = 'billingCycle';
const SUBDOMAIN_KEY = 'subdominio';

export function storedChoice(): StoredChoice {
  const plan = PLAN_KEYS.map(read).find((value) => value !== null) ?? null;
  return { plan, cycle: parseBillingCycle(read(CYCLE_KEY)) };
}

export function storeChoice(choice: { plan?: PlanId; cycle?: BillingCycle }): void {
  if (choice.plan !== undefined) write('selectedPlan', choice.plan);
  if (choice.cycle !== undefined) write(CYCLE_KEY, choice.cycle);
}

export function storedSubdomain(): string | null {
  return read(SUBDOMAIN_KEY);
}

export function storeSubdomain(subdomain: string): void {
  write(SUBDOMAIN_KEY, subdomain);
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    // Storage is blocked: use the defaults.
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice is still in the address.
  }
}
