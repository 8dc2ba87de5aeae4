/**
 * `/api/conta`: the caller's contract; its end at the period's end; its undoing within seven days.
 *
 * Both changes are what they are however often they are asked for, so they need no Idempotency-Key. They answer with
 * the account as it then is.
 */
import { Hono } from 'hono';
import type { AccountAnswer, AccountResponse } from '#domain/contracts/account.ts';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import { cancelSubscription } from '#functions/contract/cancel-subscription.ts';
import { withdraw } from '#functions/contract/withdraw.ts';
import type { AppContext, AppEnv, AppPorts } from '#functions/http/context.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import { readAccount, readOwnAccount } from './read-account.ts';

export function accountRoutes({ deps, verifier, rateLimiter }: AppPorts): Hono<AppEnv> {
  const authorise = async (c: AppContext): Promise<Identity> => {
    const identity = await verifier.verify(c.req.header('authorization'));
    if (!(await rateLimiter.allow('account', identity.subject))) throw new DomainError('rate-limited');
    return identity;
  };
  const answer = async (c: AppContext, subject: string): Promise<Response> => {
    const account: AccountResponse = await readAccount(deps, subject);
    return c.json(account);
  };
  return new Hono<AppEnv>()
    .get(apiRoutes.account, async (c) => {
      const account: AccountAnswer = await readOwnAccount(deps, await authorise(c));
      return c.json(account);
    })
    .post(apiRoutes.accountCancel, async (c) => {
      const { subject } = await authorise(c);
      await cancelSubscription(deps, subject);
      return answer(c, subject);
    })
    .post(apiRoutes.accountWithdraw, async (c) => {
      const { subject } = await authorise(c);
      await withdraw(deps, subject);
      return answer(c, subject);
    });
}
