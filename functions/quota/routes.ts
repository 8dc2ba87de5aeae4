/** `POST /api/tenant/{tenant}/quota/check`. */
import { QuotaResponse, quotaCheckEndpoint } from '#domain/api-schemas/quota.ts';
import type { Deps } from '#functions/compose.ts';
import { account } from '#functions/http/callers.ts';
import { routesWith } from '#functions/http/route.ts';
import { checkQuota } from './check-quota.ts';

const route = routesWith<Deps>();

export const quotaRoutes = [
  route({
    name: 'quotaCheck',
    method: 'post',
    path: quotaCheckEndpoint,
    use: [account('quota')],
    answers: { 200: { schema: QuotaResponse } },
    errors: ['forbidden', 'tenant-missing', 'tenant-unavailable'],
    handle: (c, needs) => checkQuota(needs, c.var.identity, c.req.param('tenant')),
  }),
];
