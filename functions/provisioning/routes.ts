/** `GET /api/provisionamento/status`, `POST /api/provisionamento/start` and `GET /api/tenants/{tenant}/pronto`. */
import {
  ProvisioningStatus,
  provisioningStartEndpoint,
  provisioningStatusEndpoint,
} from '#domain/api-schemas/provisioning.ts';
import { ReadinessResponse, readinessEndpoint } from '#domain/api-schemas/readiness.ts';
import { account, ownTenant } from '#functions/http/callers.ts';
import { callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { readReadiness } from './read-readiness.ts';
import { readStatus } from './read-status.ts';
import { restartProvisioning } from './restart-provisioning.ts';

const route = routesWith<
  NeedsOf<typeof readStatus> & NeedsOf<typeof readReadiness> & NeedsOf<typeof restartProvisioning>
>();

export const provisioningRoutes = [
  route({
    name: 'provisioningStatus',
    method: 'get',
    path: provisioningStatusEndpoint,
    chapter: 'Cadastro',
    summary: 'Como está a criação do ambiente',
    description: 'Sem pedido, a resposta é `AGUARDANDO` e não traz `tenant`.',
    use: [account('status')],
    answers: { 200: { description: 'O estado de agora.', schema: ProvisioningStatus } },
    errors: ['payment-unavailable'],
    handle: (c, needs) => readStatus(needs, c.var.identity.subject),
  }),
  route({
    name: 'provisioningStart',
    method: 'post',
    path: provisioningStartEndpoint,
    chapter: 'Cadastro',
    summary: 'Tentar a criação de novo',
    description: 'Sem corpo. Pode ser chamada quantas vezes for: uma criação em andamento continua a mesma.',
    use: [account('status')],
    answers: { 200: { description: 'O estado depois da chamada.', schema: ProvisioningStatus } },
    errors: ['order-missing', 'order-closed', 'payment-declined', 'payment-unclear', 'payment-unavailable'],
    handle: async (c, needs) => {
      const { subject } = c.var.identity;
      await restartProvisioning(needs, { subject, network: callerNetwork(c) });
      return readStatus(needs, subject);
    },
  }),
  route({
    name: 'readiness',
    method: 'get',
    path: readinessEndpoint,
    chapter: 'Ambiente',
    summary: 'Se o ambiente já responde',
    description:
      'Depois de uma mudança que reinicia o ambiente, como a de plano: pergunte até que seja verdadeiro.',
    use: [account('status'), ownTenant()],
    answers: { 200: { description: 'O estado de agora.', schema: ReadinessResponse } },
    errors: ['forbidden', 'tenant-missing', 'cluster-unavailable', 'cluster-refused'],
    handle: (c, needs) => readReadiness(needs, c.req.param('tenant')),
  }),
];
