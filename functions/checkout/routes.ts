/** Sign-up routes: sign-in redirect, subdomain check, and the order. */
import * as z from 'zod';
import { CHALLENGE_THEME, challengeEndpoint } from '#domain/api-schemas/challenge.ts';
import {
  CheckoutOptions,
  type CheckoutRequest,
  CheckoutResponse,
  checkoutEndpoint,
  checkoutRequestSchema,
  hostedCheckoutRequestSchema,
} from '#domain/api-schemas/checkout.ts';
import { authActions, authRedirectEndpoint } from '#domain/api-schemas/sign-in.ts';
import { SubdomainAvailability, subdomainEndpoint } from '#domain/api-schemas/subdomain.ts';
import { DomainError } from '#domain/errors.ts';
import { normalizePlanId, parseBillingCycle } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';
import { account, byNetwork, knownAccount } from '#functions/http/callers.ts';
import { idempotent } from '#functions/http/idempotent.ts';
import { ANY_DAY, json } from '#functions/http/json.ts';
import { callerAddress, callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import { ofCardEntry } from './card-entry.ts';
import { challengePage, challengePolicy } from './challenge-page.ts';
import { checkAvailability } from './check-availability.ts';
import { startCheckout } from './start-checkout.ts';

const route = routesWith<Deps>();

const asDescribed = z.union([checkoutRequestSchema(ANY_DAY), hostedCheckoutRequestSchema]);

/** The part of the body that may be hashed and stored for an Idempotency-Key: no card, no CPF or CNPJ. */
function withoutSecrets(request: CheckoutRequest): unknown {
  if (request.pagamento === 'gratuito') {
    // Turnstile tokens work once, so a repeated request brings a new one; leave it out of the hash.
    const { desafio, ...rest } = request;
    return rest;
  }
  const { cardHolder, ...rest } = request;
  return { ...rest, card: undefined };
}

export const checkoutRoutes = [
  route({
    name: 'checkout',
    method: 'get',
    path: checkoutEndpoint,
    use: [byNetwork('availability')],
    answers: { 200: { schema: CheckoutOptions } },
    handle: async (_, { cardEntry, challengePlace }) => ({ cardEntry, challenge: challengePlace !== null }),
  }),
  route({
    name: 'checkout',
    method: 'post',
    path: checkoutEndpoint,
    use: [
      account('checkout', 'network'),
      idempotent('required', withoutSecrets),
      json(
        asDescribed,
        ofCardEntry((today, entry) =>
          entry === 'hosted' ? hostedCheckoutRequestSchema : checkoutRequestSchema(today),
        ),
      ),
    ],
    answers: {
      200: { schema: CheckoutResponse },
    },
    errors: [
      'card-entry-changed',
      'terms-outdated',
      'email-unproven',
      'challenge-failed',
      'challenge-unavailable',
      'subdomain-taken',
      'subdomain-reserved',
      'no-room',
      'sales-closed',
      'order-open',
      'order-closed',
      'tenant-exists',
      'member-elsewhere',
      'debt-open',
      'payment-disputed',
      'purchase-held',
      'deletion-open',
      'payment-declined',
      'payment-pending',
      'payment-unclear',
      'payment-unavailable',
    ],
    handle: async (c, needs) => {
      const { subdomain, ...page } = await startCheckout(needs, {
        identity: c.var.identity,
        request: c.var.body,
        remoteIp: callerAddress(c),
        network: callerNetwork(c),
      });
      return { cliente: { subdominio: subdomain }, ...page };
    },
  }),
  route({
    name: 'challenge',
    method: 'get',
    path: challengeEndpoint,
    use: [byNetwork('availability')],
    query: [{ name: CHALLENGE_THEME, values: ['light', 'dark'] }],
    answers: { 200: {} },
    errors: ['not-found'],
    handle: (c, { challengePlace: place, siteOrigin }) => {
      // On the site's own origin the third-party script could reach the site's pages.
      if (place === null || new URL(c.req.url).origin !== place.origin) throw new DomainError('not-found');
      const asked = c.req.query(CHALLENGE_THEME);
      const theme = asked === 'light' || asked === 'dark' ? asked : 'auto';
      const shown = { place, siteOrigin, theme, nonce: crypto.randomUUID() } as const;
      return c.html(challengePage(shown), 200, { 'Content-Security-Policy': challengePolicy(shown) });
    },
  }),
  route({
    name: 'authRedirect',
    method: 'get',
    path: authRedirectEndpoint,
    use: [],
    query: [
      { name: 'action', required: true, values: authActions },
      {
        name: 'plan',
      },
      { name: 'plano' },
      { name: 'cycle' },
    ],
    answers: {
      302: {
        headers: { Location: 'Sempre um endereço do próprio site.' },
      },
    },
    errors: ['invalid-request'],
    // Redirects to the checkout page, not to Keycloak: keycloak-js starts the sign-in there, so that PKCE can be
    // enforced.
    handle: (c, { siteOrigin }) => {
      const action = authActions.find((known) => known === c.req.query('action'));
      if (action === undefined) throw new DomainError('invalid-request', { message: 'unknown action' });
      const target = new URL('/checkout', siteOrigin);
      target.searchParams.set('action', action);
      const plan = c.req.query('plan') ?? c.req.query('plano');
      if (plan) target.searchParams.set('plan', normalizePlanId(plan));
      const cycle = parseBillingCycle(c.req.query('cycle'));
      if (cycle !== null) target.searchParams.set('cycle', cycle);
      return c.redirect(target.href, 302);
    },
  }),
  route({
    name: 'subdomain',
    method: 'get',
    path: subdomainEndpoint,
    use: [byNetwork('availability'), knownAccount()],
    answers: { 200: { schema: SubdomainAvailability } },
    handle: (c, needs) => checkAvailability(needs, c.req.param('nome'), c.var.subject),
  }),
];
