/** `GET /api/health`. */
import { Hono } from 'hono';
import type { HealthResponse } from '#domain/contracts/health.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import type { AppEnv, AppPorts } from '#functions/http/context.ts';

export function healthRoutes({ isDatabaseUp }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().get(apiRoutes.health, async (c) => {
    const database = await isDatabaseUp();
    const answer: HealthResponse = { status: database ? 'ok' : 'degraded', database };
    return c.json(answer, database ? 200 : 503);
  });
}
