/** `/api/conta/limites`: the monitors of the caller's environment against the plan, and which of them keep running. */
import { accountLimitsEndpoint, Limits, LimitsAnswer, LimitsChoice } from '#domain/api-schemas/limits.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { chooseKept, readLimits } from './read-limits.ts';

const route = routesWith<Deps>();

export const limitsRoutes = [
  route({
    name: 'limits',
    method: 'get',
    path: accountLimitsEndpoint,
    use: [account('account')],
    answers: { 200: { schema: LimitsAnswer } },
    handle: (c, needs) => readLimits(needs, c.var.identity.subject),
  }),
  route({
    name: 'limitsChoice',
    method: 'post',
    path: accountLimitsEndpoint,
    use: [account('account'), json(LimitsChoice)],
    answers: { 200: { schema: Limits } },
    errors: ['order-missing', 'tenant-missing', 'tenant-unavailable'],
    handle: (c, needs) => chooseKept(needs, c.var.identity.subject, c.var.body),
  }),
];
