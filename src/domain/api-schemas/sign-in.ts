/** `GET /api/auth/redirect`: starts a sign-in from pages without keycloak-js (requirements 000 §7). */
import type { BillingCycle, PlanId } from '../plans/ids.ts';

export const authRedirectEndpoint = '/api/auth/redirect';

export const authActions = ['login', 'register'] as const;
export type AuthAction = (typeof authActions)[number];

/** Link that starts sign-in or registration and keeps the chosen plan; works without JavaScript. */
export function authRedirectPath(
  action: AuthAction,
  choice: { plan?: PlanId; cycle?: BillingCycle } = {},
): string {
  const query = new Map<string, string>([['action', action]]);
  if (choice.plan) query.set('plan', choice.plan);
  if (choice.cycle) query.set('cycle', choice.cycle);
  return `${authRedirectEndpoint}?${[...query].map(([key, value]) => `${key}=${value}`).join('&')}`;
}
