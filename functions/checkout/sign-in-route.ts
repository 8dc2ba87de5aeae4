/**
 * `GET /api/auth/redirect?action=login|register`: the way into sign-in from pages without keycloak-js.
 *
 * Leads to the checkout page, whose wrapper lets keycloak-js ask for the code itself, so PKCE can be enforced. Only
 * known words go along; no address from a parameter is ever followed.
 */
import { Hono } from 'hono';
import { apiRoutes, authActions } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { normalizePlanId, parseBillingCycle } from '#domain/plans/ids.ts';
import type { AppEnv, AppPorts } from '#functions/http/context.ts';

export function authRoutes({ siteOrigin }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().get(apiRoutes.authRedirect, (c) => {
    const action = authActions.find((known) => known === c.req.query('action'));
    if (action === undefined) throw new DomainError('invalid-request', { message: 'unknown action' });
    const target = new URL('/checkout', siteOrigin);
    target.searchParams.set('action', action);
    const plan = c.req.query('plan') ?? c.req.query('plano');
    if (plan) target.searchParams.set('plan', normalizePlanId(plan));
    const cycle = parseBillingCycle(c.req.query('cycle'));
    if (cycle !== null) target.searchParams.set('cycle', cycle);
    return c.redirect(target.href, 302);
  });
}
