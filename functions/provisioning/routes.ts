/** `GET /api/provisionamento/status`, `POST /api/provisionamento/start` and `GET /api/tenants/{tenant}/pronto`. */
import {
  ProvisioningStatus,
  provisioningStartEndpoint,
  provisioningStatusEndpoint,
} from '#domain/api-schemas/provisioning.ts';
import { ReadinessResponse, readinessEndpoint } from '#domain/api-schemas/readiness.ts';
import type { Deps } from '#functions/compose.ts';
import { account, ownTenant, pollingAccount } from '#functions/http/callers.ts';
import { callerNetwork } from '#functions/http/request.ts';
import { routesWith } from '#functions/http/route.ts';
import { readReadiness } from './read-readiness.ts';
import { readStatus } from './read-status.ts';
import { restartProvisioning } from './restart-provisioning.ts';

const route = routesWith<Deps>();

export const provisioningRoutes = [
  route({
    name: 'provisioningStatus',
    method: 'get',
    path: provisioningStatusEndpoint,
    use: [pollingAccount()],
    answers: { 200: { schema: ProvisioningStatus } },
    errors: ['payment-unavailable'],
    handle: (c, needs) => readStatus(needs, c.var.identity.subject),
  }),
  route({
    name: 'provisioningStart',
    method: 'post',
    path: provisioningStartEndpoint,
    use: [account('status')],
    answers: { 200: { schema: ProvisioningStatus } },
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
    use: [account('status'), ownTenant()],
    answers: { 200: { schema: ReadinessResponse } },
    errors: ['forbidden', 'tenant-missing', 'cluster-unavailable', 'cluster-refused'],
    handle: (c, needs) => readReadiness(needs, c.req.param('tenant')),
  }),
];
