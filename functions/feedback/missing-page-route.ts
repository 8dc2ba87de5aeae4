/** `POST /api/nao-encontrado`: the beacon of the 404 pages, limited per address. Nobody reads its answer. */
import { Hono } from 'hono';
import { fieldSentences } from '#domain/contracts/field.ts';
import { MissingPageReport } from '#domain/contracts/not-found.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { type AppEnv, type AppPorts, callerNetwork } from '#functions/http/context.ts';
import { readJson } from '#functions/http/read-json.ts';
import { countMissingPage } from './count-missing-page.ts';

export function notFoundReportRoutes({ deps, rateLimiter }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.missingPage, async (c) => {
    if (!(await rateLimiter.allow('missing-page', callerNetwork(c)))) throw new DomainError('rate-limited');
    const read = MissingPageReport.safeParse(await readJson(c));
    if (!read.success) throw new DomainError('validation-failed', { fields: fieldSentences(read.error) });
    await countMissingPage(deps, read.data.path);
    return c.body(null, 204);
  });
}
