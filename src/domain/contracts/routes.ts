/** Paths of the API, written once for the client, the Worker and the tests (requirements 000 §7). */
import type { BillingCycle, PlanId } from '../plans/ids.ts';

export const apiRoutes = {
  checkout: '/api/checkout',
  provisioningStatus: '/api/provisionamento/status',
  provisioningStart: '/api/provisionamento/start',
  authRedirect: '/api/auth/redirect',
  asaasWebhook: '/api/webhooks/asaas',
  subdomain: '/api/subdominios/:nome',
  missingPage: '/api/nao-encontrado',
  feedback: '/api/feedback',
  support: '/api/suporte',
  quotaCheck: '/api/tenant/:tenant/quota/check',
  upgrade: '/api/tenants/:tenant/upgrade',
  account: '/api/conta',
  accountCancel: '/api/conta/cancelamento',
  accountWithdraw: '/api/conta/arrependimento',
  health: '/api/health',
  ready: '/api/health/ready',
  operations: '/api/operacao/:comando',
  openapi: '/api/openapi.json',
} as const;

/** Address of a route that names a tenant. */
export function tenantPath(route: 'quotaCheck' | 'upgrade', tenant: string): string {
  return apiRoutes[route].replace(':tenant', encodeURIComponent(tenant));
}

/** Address of an operator's command. */
export function operationPath(command: string): string {
  return apiRoutes.operations.replace(':comando', encodeURIComponent(command));
}

/** Address of the availability of one subdomain. */
export function subdomainPath(name: string): string {
  return apiRoutes.subdomain.replace(':nome', encodeURIComponent(name));
}

export const authActions = ['login', 'register'] as const;
export type AuthAction = (typeof authActions)[number];

/** Link that starts sign-in or registration, with the choice kept; works without JavaScript. */
export function authRedirectPath(
  action: AuthAction,
  choice: { plan?: PlanId; cycle?: BillingCycle } = {},
): string {
  const query = new Map<string, string>([['action', action]]);
  if (choice.plan) query.set('plan', choice.plan);
  if (choice.cycle) query.set('cycle', choice.cycle);
  return `${apiRoutes.authRedirect}?${[...query].map(([key, value]) => `${key}=${value}`).join('&')}`;
}
