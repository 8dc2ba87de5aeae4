/** `GET /api/subdominios/{nome}`: availability while typing, limited per address. */
import { Hono } from 'hono';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { checkAvailability } from '#functions/use-cases/check-subdomain.ts';
import { type AppEnv, type AppPorts, callerAddress } from './context.ts';

export function subdomainRoutes({ deps, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().get(apiRoutes.subdomain, async (c) => {
    if (!(await rateLimiter.allow('availability', callerAddress(c)))) throw new DomainError('rate-limited');
    return c.json(await checkAvailability(deps, c.req.param('nome')));
  });
}
