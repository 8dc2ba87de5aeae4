/** `/api/conta/limites`: the monitors of the caller's environment against the plan, and which of them keep running. */
import { accountLimitsEndpoint, Limits, LimitsAnswer, LimitsChoice } from '#domain/api-schemas/limits.ts';
import { account } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { chooseKept, readLimits } from './read-limits.ts';

const route = routesWith<NeedsOf<typeof readLimits>>();

const description = 'O que está acima do plano, e o que foi ajustado.';

export const limitsRoutes = [
  route({
    name: 'limits',
    method: 'get',
    path: accountLimitsEndpoint,
    chapter: 'Conta',
    summary: 'Os monitores e os limites do plano',
    description: 'Lido na hora, no próprio ambiente; só para a conta dona dele.',
    use: [account('account')],
    answers: { 200: { description, schema: LimitsAnswer } },
    errors: [],
    handle: (c, needs) => readLimits(needs, c.var.identity.subject),
  }),
  route({
    name: 'limitsChoice',
    method: 'post',
    path: accountLimitsEndpoint,
    chapter: 'Conta',
    summary: 'Escolher os monitores que continuam',
    description:
      'Vale para quando houver monitores a pausar: os escolhidos ficam por último. Uma lista vazia volta aos mais antigos. Repetir não muda nada.',
    use: [account('account'), json(LimitsChoice)],
    answers: { 200: { description, schema: Limits } },
    errors: ['order-missing', 'tenant-missing', 'tenant-unavailable'],
    handle: (c, needs) => chooseKept(needs, c.var.identity.subject, c.var.body),
  }),
];
