/** `POST /api/tenants/{tenant}/upgrade`. */
import { Hono } from 'hono';
import { businessDay } from '#domain/billing/days.ts';
import { type CardEntry, isForOtherEntry } from '#domain/contracts/checkout.ts';
import { fieldSentences } from '#domain/contracts/field.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { type UpgradeRequest, upgradeRequestSchema } from '#domain/contracts/upgrade.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppEnv, type AppPorts, callerAddress, callerNetwork } from '#functions/http/context.ts';
import { idempotently, readIdempotencyKey } from '#functions/http/idempotent.ts';
import { readJson } from '#functions/http/read-json.ts';
import { assertOwnTenant, changePlan } from './change-plan.ts';

function proveRequest(body: unknown, cardEntry: CardEntry, nowMs: number): UpgradeRequest {
  if (isForOtherEntry(body, cardEntry)) throw new DomainError('card-entry-changed');
  const read = upgradeRequestSchema(businessDay(nowMs)).safeParse(body);
  if (read.success) return read.data;
  throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
}

export function upgradeRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.upgrade, async (c) => {
    const identity = await verifier.verify(c.req.header('authorization'));
    const isAllowed =
      (await rateLimiter.allow('upgrade', `sub:${identity.subject}`)) &&
      (await rateLimiter.allow('upgrade', `ip:${callerNetwork(c)}`));
    if (!isAllowed) throw new DomainError('rate-limited');
    const tenant = c.req.param('tenant');
    const header = c.req.header('idempotency-key');
    const key = header === undefined ? null : readIdempotencyKey(header);
    const request = proveRequest(await readJson(c), deps.cardEntry, deps.clock.now());
    assertOwnTenant(identity, tenant);
    const asker = { identity, remoteIp: callerAddress(c), network: callerNetwork(c) };
    const work = () => changePlan(deps, { ...asker, tenant, request });
    // A repeat is one change also without a key: by tenant, plan and cycle.
    if (key === null) return c.json(await work());
    // What may be hashed and kept: no card, no CPF or CNPJ.
    const { card, cardHolder, ...rest } = request;
    return idempotently(c, deps, {
      scope: { route: apiRoutes.upgrade, subject: identity.subject, key },
      body: { tenant, ...rest },
      work,
    });
  });
}
