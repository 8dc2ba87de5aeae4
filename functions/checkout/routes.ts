/** `POST /api/checkout`, and `GET` for what a page must know before it asks for a card. */
import { Hono } from 'hono';
import { businessDay } from '#domain/billing/days.ts';
import {
  type CardEntry,
  type CheckoutOptions,
  type CheckoutRequest,
  type CheckoutResponse,
  checkoutRequestSchema,
  hostedCheckoutRequestSchema,
  isForOtherEntry,
} from '#domain/contracts/checkout.ts';
import { fieldSentences } from '#domain/contracts/field.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppEnv, type AppPorts, callerAddress, callerNetwork } from '#functions/http/context.ts';
import { idempotently, readIdempotencyKey } from '#functions/http/idempotent.ts';
import { readJson } from '#functions/http/read-json.ts';
import { startCheckout } from './start-checkout.ts';

function proveRequest(body: unknown, cardEntry: CardEntry, nowMs: number): CheckoutRequest {
  if (isForOtherEntry(body, cardEntry)) throw new DomainError('card-entry-changed');
  const schema =
    cardEntry === 'hosted' ? hostedCheckoutRequestSchema : checkoutRequestSchema(businessDay(nowMs));
  const read = schema.safeParse(body);
  if (read.success) return read.data;
  throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
}

/** What may be hashed and kept for an idempotency key: no card, no CPF or CNPJ. */
function withoutSecrets(request: CheckoutRequest): unknown {
  if (request.pagamento === 'gratuito') return request;
  const { cardHolder, ...rest } = request;
  return { ...rest, card: undefined };
}

export function checkoutRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  const routes = new Hono<AppEnv>().get(apiRoutes.checkout, async (c) => {
    if (!(await rateLimiter.allow('availability', callerNetwork(c)))) throw new DomainError('rate-limited');
    return c.json<CheckoutOptions>({ cardEntry: deps.cardEntry });
  });
  return routes.post(apiRoutes.checkout, async (c) => {
    const identity = await verifier.verify(c.req.header('authorization'));
    const isAllowed =
      (await rateLimiter.allow('checkout', `sub:${identity.subject}`)) &&
      (await rateLimiter.allow('checkout', `ip:${callerNetwork(c)}`));
    if (!isAllowed) throw new DomainError('rate-limited');
    const key = readIdempotencyKey(c.req.header('idempotency-key'));
    const request = proveRequest(await readJson(c), deps.cardEntry, deps.clock.now());
    return idempotently(c, deps, {
      scope: { route: apiRoutes.checkout, subject: identity.subject, key },
      body: withoutSecrets(request),
      work: async (): Promise<CheckoutResponse> => {
        const { subdomain: subdominio, ...page } = await startCheckout(deps, {
          identity,
          request,
          remoteIp: callerAddress(c),
          network: callerNetwork(c),
        });
        return { cliente: { subdominio }, ...page };
      },
    });
  });
}
