/** `GET /api/provisionamento/status` and `POST /api/provisionamento/start`. */
import {
  ProvisioningStatus,
  provisioningStartEndpoint,
  provisioningStatusEndpoint,
} from '#domain/contracts/provisioning.ts';
import { account } from '#functions/http/callers.ts';
import { callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { readStatus } from './read-status.ts';
import { restartProvisioning } from './restart-provisioning.ts';

const route = routesWith<NeedsOf<typeof readStatus> & NeedsOf<typeof restartProvisioning>>();

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
];
