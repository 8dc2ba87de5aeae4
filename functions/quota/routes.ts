/** `POST /api/tenant/{tenant}/quota/check`: no body, limited per account. */
import { Hono } from 'hono';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import type { AppEnv, AppPorts } from '#functions/http/context.ts';
import { checkQuota } from './check-quota.ts';

export function quotaRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.quotaCheck, async (c) => {
    const identity = await verifier.verify(c.req.header('authorization'));
    if (!(await rateLimiter.allow('quota', identity.subject))) throw new DomainError('rate-limited');
    return c.json(await checkQuota(deps, identity, c.req.param('tenant')));
  });
}
