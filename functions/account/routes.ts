/**
 * `/api/conta`: reads the caller's contract, cancels it at the period's end, or withdraws from it within seven days.
 *
 * Both changes are idempotent, so they need no Idempotency-Key. They answer with the updated account.
 */
import {
  AccountAnswer,
  accountCancelEndpoint,
  accountEndpoint,
  accountWithdrawEndpoint,
  WithdrawalRequest,
} from '#domain/api-schemas/account.ts';
import { ActivityAnswer, activityEndpoint } from '#domain/api-schemas/activity.ts';
import { KnownPayer, knownPayerEndpoint } from '#domain/api-schemas/known-payer.ts';
import type { Deps } from '#functions/compose.ts';
import { cancelSubscription } from '#functions/ending/cancel-subscription.ts';
import { withdraw } from '#functions/ending/withdraw.ts';
import { account } from '#functions/http/callers.ts';
import { lenientJson } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { readOwnAccount } from './read-account.ts';
import { readActivity } from './read-activity.ts';
import { readKnownPayer } from './read-payer.ts';

const route = routesWith<Deps>();

const asItIsThen = { 200: { schema: AccountAnswer } };

export const accountRoutes = [
  route({
    name: 'account',
    method: 'get',
    path: accountEndpoint,
    use: [account('account')],
    answers: { 200: { schema: AccountAnswer } },
    errors: ['tenant-missing'],
    handle: (c, needs) => readOwnAccount(needs, c.var.identity),
  }),
  route({
    name: 'knownPayer',
    method: 'get',
    path: knownPayerEndpoint,
    use: [account('account')],
    answers: { 200: { schema: KnownPayer } },
    handle: (c, needs) => readKnownPayer(needs, c.var.identity.subject),
  }),
  route({
    name: 'activity',
    method: 'get',
    path: activityEndpoint,
    use: [account('account')],
    answers: { 200: { schema: ActivityAnswer } },
    errors: ['member-paused', 'order-missing', 'tenant-missing'],
    handle: (c, needs) => readActivity(needs, c.var.identity),
  }),
  route({
    name: 'accountCancel',
    method: 'post',
    path: accountCancelEndpoint,
    use: [account('account')],
    answers: asItIsThen,
    errors: ['owner-only', 'order-missing', 'tenant-missing', 'subscription-missing', 'payment-unavailable'],
    handle: async (c, needs) => {
      await cancelSubscription(needs, c.var.identity.subject);
      return readOwnAccount(needs, c.var.identity);
    },
  }),
  route({
    name: 'accountWithdraw',
    method: 'post',
    path: accountWithdrawEndpoint,
    use: [account('account'), lenientJson(WithdrawalRequest)],
    answers: asItIsThen,
    errors: [
      'owner-only',
      'order-missing',
      'tenant-missing',
      'subscription-missing',
      'withdrawal-over',
      'payment-unclear',
      'payment-unavailable',
    ],
    handle: async (c, needs) => {
      await withdraw(needs, c.var.identity.subject, c.var.body?.purchase);
      return readOwnAccount(needs, c.var.identity);
    },
  }),
];
