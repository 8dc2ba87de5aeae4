/** `POST /api/conta/cartao`. */
import * as z from 'zod';
import {
  type CardChangeRequest,
  CardChangeResponse,
  cardChangeEndpoint,
  cardChangeRequestSchema,
  HostedCardChangeRequest,
  isFormCardChange,
} from '#domain/api-schemas/card-change.ts';
import type { CardEntry } from '#domain/api-schemas/checkout.ts';
import { businessDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { idempotent } from '#functions/http/idempotent.ts';
import { ANY_DAY, json } from '#functions/http/json.ts';
import { callerAddress, callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { changeCard } from './change-card.ts';

const route = routesWith<Deps>();

const asDescribed = z.union([cardChangeRequestSchema(ANY_DAY), HostedCardChangeRequest]);

/** The part of the body that may be hashed and stored: no card, no CPF or CNPJ. */
function withoutSecrets(request: CardChangeRequest): unknown {
  if (!isFormCardChange(request)) return request;
  const { billingAddress, payLate } = request;
  return { billingAddress, payLate };
}

/** @throws DomainError `card-entry-changed` for a body that fits the other card entry mode. */
function schemaFor(body: unknown, { cardEntry, clock }: { cardEntry: CardEntry; clock: Clock }) {
  const fields = typeof body === 'object' && body !== null ? Object.keys(body) : ['?'];
  if (cardEntry === 'hosted' ? fields.includes('card') : fields.length === 0)
    throw new DomainError('card-entry-changed');
  return cardEntry === 'hosted' ? HostedCardChangeRequest : cardChangeRequestSchema(businessDay(clock.now()));
}

export const cardChangeRoutes = [
  route({
    name: 'cardChange',
    method: 'post',
    path: cardChangeEndpoint,
    use: [
      account('checkout', 'network'),
      idempotent('required', withoutSecrets),
      json<CardChangeRequest, { cardEntry: CardEntry; clock: Clock }>(asDescribed, schemaFor),
    ],
    answers: { 200: { schema: CardChangeResponse } },
    errors: [
      'card-entry-changed',
      'order-missing',
      'tenant-missing',
      'subscription-missing',
      'payment-declined',
      'payment-unclear',
      'payment-unavailable',
      'idempotency-in-progress',
    ],
    handle: (c, needs) =>
      changeCard(needs, {
        identity: c.var.identity,
        request: c.var.body,
        attempt: c.var.idempotencyKey ?? '',
        remoteIp: callerAddress(c),
        network: callerNetwork(c),
      }),
  }),
];
