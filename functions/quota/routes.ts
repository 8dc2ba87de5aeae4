/** `POST /api/tenant/{tenant}/quota/check`. */
import { QuotaResponse, quotaCheckEndpoint } from '#domain/api-schemas/quota.ts';
import { account } from '#functions/http/callers.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { checkQuota } from './check-quota.ts';

const route = routesWith<NeedsOf<typeof checkQuota>>();

export const quotaRoutes = [
  route({
    name: 'quotaCheck',
    method: 'post',
    path: quotaCheckEndpoint,
    chapter: 'Ambiente',
    summary: 'Quantos monitores há e quantos cabem',
    description: 'Sem corpo. Para quem é dono ou participa do ambiente; a contagem vale cinco minutos.',
    use: [account('quota')],
    answers: { 200: { description: 'A contagem e o limite do plano.', schema: QuotaResponse } },
    errors: ['forbidden', 'tenant-missing', 'tenant-unavailable'],
    handle: (c, needs) => checkQuota(needs, c.var.identity, c.req.param('tenant')),
  }),
];
