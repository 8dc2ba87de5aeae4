/** `GET /api/subdominios/{nome}`: availability while typing, limited per address. */
import { Hono } from 'hono';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppEnv, type AppPorts, callerNetwork } from '#functions/http/context.ts';
import { checkAvailability } from './check-availability.ts';

export function subdomainRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  /** Who asks, where it can be told: the answer is for everybody, and a stale token is no reason to refuse it. */
  const subjectOf = async (authorization: string | undefined): Promise<string | null> => {
    if (authorization === undefined) return null;
    try {
      return (await verifier.verify(authorization)).subject;
    } catch {
      return null;
    }
  };
  return new Hono<AppEnv>().get(apiRoutes.subdomain, async (c) => {
    if (!(await rateLimiter.allow('availability', callerNetwork(c)))) throw new DomainError('rate-limited');
    return c.json(
      await checkAvailability(deps, c.req.param('nome'), await subjectOf(c.req.header('authorization'))),
    );
  });
}
