/** `POST /api/tenants/{tenant}/upgrade`. */

import {
  UpgradeOffers,
  type UpgradeRequest,
  UpgradeResponse,
  upgradeEndpoint,
  upgradeRequestSchema,
} from '#domain/api-schemas/plan-change.ts';
import { ofCardEntry } from '#functions/checkout/card-entry.ts';
import type { Deps } from '#functions/compose.ts';
import { account, ownTenant } from '#functions/http/callers.ts';
import { idempotent } from '#functions/http/idempotent.ts';
import { ANY_DAY, json } from '#functions/http/json.ts';
import { type AppContext, callerAddress, callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import { changePlan } from './change-plan.ts';
import { readOffers } from './read-offers.ts';

const route = routesWith<Deps>();

/** The part of the body that may be hashed and stored: no card, no CPF or CNPJ. */
function withoutSecrets({ card, cardHolder, ...rest }: UpgradeRequest, c: AppContext): unknown {
  return { tenant: c.req.param('tenant'), ...rest };
}

export const planChangeRoutes = [
  route({
    name: 'upgradeOffers',
    method: 'get',
    path: upgradeEndpoint,
    use: [account('upgrade', 'network'), ownTenant()],
    answers: { 200: { schema: UpgradeOffers } },
    errors: ['forbidden', 'owner-only', 'tenant-missing', 'payment-unavailable'],
    handle: (c, needs) => readOffers(needs, { identity: c.var.identity, tenant: c.req.param('tenant') }),
  }),
  route({
    name: 'upgrade',
    method: 'post',
    path: upgradeEndpoint,
    use: [
      account('upgrade', 'network'),
      idempotent('optional', withoutSecrets),
      json(upgradeRequestSchema(ANY_DAY), ofCardEntry(upgradeRequestSchema)),
      ownTenant(),
    ],
    answers: { 200: { schema: UpgradeResponse } },
    errors: [
      'card-entry-changed',
      'sales-closed',
      'forbidden',
      'owner-only',
      'tenant-missing',
      'terms-outdated',
      'upgrade-not-higher',
      'upgrade-open',
      'quote-changed',
      'payment-disputed',
      'debt-open',
      'purchase-held',
      'deletion-open',
      'payment-declined',
      'payment-pending',
      'payment-unclear',
      'payment-unavailable',
      'cluster-unavailable',
      'cluster-refused',
      'idempotency-in-progress',
    ],
    handle: (c, needs) =>
      changePlan(needs, {
        identity: c.var.identity,
        tenant: c.req.param('tenant'),
        request: c.var.body,
        remoteIp: callerAddress(c),
        network: callerNetwork(c),
      }),
  }),
];
