/** `/api/conta/pessoas/…/passagem`: hands an environment over to one of its members. */
import * as z from 'zod';
import { businessDay } from '#domain/billing/days.ts';
import {
  cardHandoverSchema,
  type HandoverRequest,
  HandoverResponse,
  isCardHandover,
  PlainHandover,
} from '#domain/contracts/handover.ts';
import {
  acceptHandoverEndpoint,
  closeHandoverEndpoint,
  OwnersPeople,
  People,
  peopleEndpoint,
} from '#domain/contracts/people.ts';
import { account } from '#functions/http/callers.ts';
import { idempotent } from '#functions/http/idempotent.ts';
import { ANY_DAY, json } from '#functions/http/json.ts';
import { callerAddress, callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { acceptHandover } from './accept-handover.ts';
import { endOffer, offerHandover } from './offer-handover.ts';

type Needs = NeedsOf<typeof acceptHandover> & NeedsOf<typeof offerHandover> & NeedsOf<typeof endOffer>;
const route = routesWith<Needs>();

const asDescribed = z.union([cardHandoverSchema(ANY_DAY), PlainHandover]);

/** The part of the body that may be hashed and stored: no card, no CPF or CNPJ. */
function withoutSecrets(request: HandoverRequest): unknown {
  if (!isCardHandover(request)) return request;
  const { billingAddress, termosVersao } = request;
  return { billingAddress, termosVersao };
}

function schemaFor(body: unknown, { clock }: { clock: Clock }) {
  const hasCard = typeof body === 'object' && body !== null && 'card' in body;
  return hasCard ? cardHandoverSchema(businessDay(clock.now())) : PlainHandover;
}

export const handoverRoutes = [
  route({
    name: 'handoverOffer',
    method: 'post',
    path: `${peopleEndpoint}/:pessoa/passagem`,
    chapter: 'Conta',
    summary: 'Oferecer o ambiente a uma pessoa dele',
    description:
      'Só o dono. Sem corpo. A oferta vale sete dias e nada muda sem o aceite. Com cobrança em atraso ou contestada, prazo de ' +
      'desistência, mudança de plano ou de cartão em andamento, ou exclusão pedida, a resposta diz o que impede.',
    use: [account('account')],
    answers: { 200: { description: 'As pessoas como ficaram.', schema: OwnersPeople } },
    errors: ['owner-only', 'order-missing', 'tenant-missing', 'not-found', 'handover-blocked'],
    handle: (c, needs) => offerHandover(needs, c.var.identity, c.req.param('pessoa')),
  }),
  route({
    name: 'handoverClose',
    method: 'post',
    path: closeHandoverEndpoint,
    chapter: 'Conta',
    summary: 'Cancelar ou recusar a oferta do ambiente',
    description: 'O dono cancela, a pessoa recusa. Sem corpo. Repetir não muda nada.',
    use: [account('account')],
    answers: { 200: { description: 'O que a conta vê depois.', schema: People } },
    errors: ['handover-blocked', 'idempotency-in-progress', 'payment-unavailable'],
    handle: (c, needs) => endOffer(needs, c.var.identity),
  }),
  route({
    name: 'handoverAccept',
    method: 'post',
    path: acceptHandoverEndpoint,
    chapter: 'Conta',
    summary: 'Aceitar o ambiente',
    description:
      'A conta a que o ambiente foi oferecido passa a ser a dona, e quem era dono participa dele. Nada é cobrado hoje: os dias ' +
      'pagos ficam, e a próxima cobrança é no cartão de quem aceita. Sem renovação, ou com `cardEntry: hosted`, o corpo não ' +
      'leva cartão; no segundo caso a resposta traz a página da operadora.',
    use: [
      account('checkout', 'network'),
      idempotent('required', withoutSecrets),
      json<HandoverRequest, { clock: Clock }>(asDescribed, schemaFor),
    ],
    answers: { 200: { description: 'Feito, ou onde informar o cartão.', schema: HandoverResponse } },
    errors: [
      'terms-outdated',
      'handover-over',
      'handover-blocked',
      'email-unproven',
      'card-entry-changed',
      'deletion-open',
      'debt-open',
      'payment-disputed',
      'purchase-held',
      'payment-declined',
      'payment-unclear',
      'payment-unavailable',
      'idempotency-in-progress',
    ],
    handle: (c, needs) =>
      acceptHandover(needs, {
        identity: c.var.identity,
        request: c.var.body,
        remoteIp: callerAddress(c),
        network: callerNetwork(c),
      }),
  }),
];
