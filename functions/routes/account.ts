/** `/api/conta`: the caller's contract; its end at the period's end; its undoing within seven days. */
import { Hono } from 'hono';
import type { AccountResponse } from '#domain/contracts/account.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { readAccount } from '#functions/use-cases/read-account.ts';
import type { AppContext, AppEnv, AppPorts } from './context.ts';

export function accountRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  const authorise = async (c: AppContext): Promise<string> => {
    const { subject } = await verifier.verify(c.req.header('authorization'));
    if (!(await rateLimiter.allow('account', subject))) throw new DomainError('rate-limited');
    return subject;
  };
  return new Hono<AppEnv>().get(apiRoutes.account, async (c) => {
    const account: AccountResponse = await readAccount(deps, await authorise(c));
    return c.json(account);
  });
}
