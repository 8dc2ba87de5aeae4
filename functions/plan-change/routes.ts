/** `POST /api/tenants/{tenant}/upgrade`. */

import {
  UpgradeOffers,
  type UpgradeRequest,
  UpgradeResponse,
  upgradeEndpoint,
  upgradeRequestSchema,
} from '#domain/api-schemas/upgrade.ts';
import { ofCardEntry } from '#functions/checkout/card-entry.ts';
import { account, ownTenant } from '#functions/http/callers.ts';
import { idempotent } from '#functions/http/idempotent.ts';
import { ANY_DAY, json } from '#functions/http/json.ts';
import { type AppContext, callerAddress, callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { changePlan } from './change-plan.ts';
import { readOffers } from './read-offers.ts';

const route = routesWith<NeedsOf<typeof changePlan> & NeedsOf<typeof readOffers>>();

/** The part of the body that may be hashed and stored: no card, no CPF or CNPJ. */
function withoutSecrets({ card, cardHolder, ...rest }: UpgradeRequest, c: AppContext): unknown {
  return { tenant: c.req.param('tenant'), ...rest };
}

export const planChangeRoutes = [
  route({
    name: 'upgradeOffers',
    method: 'get',
    path: upgradeEndpoint,
    chapter: 'Ambiente',
    summary: 'O que pode ser contratado',
    description:
      'Só a conta que contratou. O que é cobrado hoje, o que vem depois e o que impede, se algo impede. Os valores valem ' +
      'por uma hora.',
    use: [account('upgrade', 'network'), ownTenant()],
    answers: { 200: { description: 'As ofertas deste momento.', schema: UpgradeOffers } },
    errors: ['forbidden', 'owner-only', 'tenant-missing', 'payment-unavailable'],
    handle: (c, needs) => readOffers(needs, { identity: c.var.identity, tenant: c.req.param('tenant') }),
  }),
  route({
    name: 'upgrade',
    method: 'post',
    path: upgradeEndpoint,
    chapter: 'Ambiente',
    summary: 'Mudar para um plano maior',
    description:
      'Só a conta que contratou. Com assinatura em andamento o limite sobe na hora; sem ela, primeiro se paga. O mesmo ' +
      'pedido duas vezes é uma mudança só, também sem chave.',
    use: [
      account('upgrade', 'network'),
      idempotent('optional', withoutSecrets),
      json(upgradeRequestSchema(ANY_DAY), ofCardEntry(upgradeRequestSchema)),
      ownTenant(),
    ],
    answers: { 200: { description: 'Em vigor, ou à espera do pagamento.', schema: UpgradeResponse } },
    errors: [
      'card-entry-changed',
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
