/** `GET /api/provisionamento/status` and `POST /api/provisionamento/start`. */
import { Hono } from 'hono';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppContext, type AppEnv, type AppPorts, callerNetwork } from '#functions/http/context.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { readStatus } from './read-status.ts';
import { restartProvisioning } from './restart-provisioning.ts';

export function provisioningRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  const authorise = async (c: AppContext): Promise<Identity> => {
    const identity = await verifier.verify(c.req.header('authorization'));
    if (!(await rateLimiter.allow('status', identity.subject))) throw new DomainError('rate-limited');
    return identity;
  };
  return new Hono<AppEnv>()
    .get(apiRoutes.provisioningStatus, async (c) => {
      const { subject } = await authorise(c);
      return c.json(await readStatus(deps, subject));
    })
    .post(apiRoutes.provisioningStart, async (c) => {
      const { subject } = await authorise(c);
      await restartProvisioning(deps, { subject, network: callerNetwork(c) });
      return c.json(await readStatus(deps, subject));
    });
}
