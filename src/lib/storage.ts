/**
 * What the browser remembers: chosen plan and cycle, subdomain. The theme is in theme.ts.
 *
 * Owns: the keys (requirements 000 §3) and that a browser which refuses storage only forgets, never breaks.
 * Nothing personal and no token is ever kept here.
 */
import { type BillingCycle, type PlanId, parseBillingCycle } from '#domain/plans/ids.ts';

/** The choice as written; `choosePlan` of the domain makes sense of it. */
export interface StoredChoice {
  readonly plan: string | null;
  readonly cycle: BillingCycle | null;
}

/** The plan may be stored under older names: `plano`, `plan`. */
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
    // Storage is blocked: the page goes on with its defaults.
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Blocked or full: the choice still travels in the address.
  }
}
