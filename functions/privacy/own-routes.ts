/** `/api/conta/dados`: a person's own export and deletion, with the code of the operators' commands (LGPD, art. 18). */
import { ExportedCustomer } from '#domain/api-schemas/operation-answers.ts';
import {
  DeletionPreview,
  DeletionRequest,
  dataCopyEndpoint,
  deletionEndpoint,
  EnvironmentCopyRequest,
  type EnvironmentFormat,
  environmentCopyEndpoint,
  OwnDataResponse,
  ownDataEndpoint,
} from '#domain/api-schemas/privacy.ts';
import type { Deps } from '#functions/compose.ts';
import { account, freshSignIn } from '#functions/http/callers.ts';
import { json } from '#functions/http/json.ts';
import { routesWith } from '#functions/http/route.ts';
import { findTenantOfOwner } from '#functions/tenants/store.ts';
import { takeDataCopy, uncountDataCopy } from './data-copies.ts';
import { exportCustomer } from './export-customer.ts';
import { previewDeletion } from './preview-deletion.ts';
import { readOwnData, requestDeletion } from './request-deletion.ts';
import { takeEnvironment } from './take-environment.ts';

const route = routesWith<Deps>();

const environmentTypes: Readonly<Record<EnvironmentFormat, string>> = {
  json: 'application/json',
  db: 'application/vnd.sqlite3',
};

export const ownDataRoutes = [
  route({
    name: 'ownData',
    method: 'get',
    path: ownDataEndpoint,
    use: [account('account')],
    answers: { 200: { schema: OwnDataResponse } },
    handle: (c, needs) => readOwnData(needs, c.var.identity),
  }),
  route({
    name: 'dataCopy',
    method: 'post',
    path: dataCopyEndpoint,
    use: [account('account'), freshSignIn()],
    answers: { 200: { schema: ExportedCustomer } },
    errors: ['not-found', 'payment-unavailable'],
    handle: async (c, needs) => {
      const { subject } = c.var.identity;
      await takeDataCopy(needs, subject, (await findTenantOfOwner(needs.db, subject))?.orderId);
      try {
        return await exportCustomer(needs, subject);
      } catch (error) {
        await uncountDataCopy(needs, subject);
        throw error;
      }
    },
  }),
  route({
    name: 'environmentCopy',
    method: 'post',
    path: environmentCopyEndpoint,
    use: [account('account'), freshSignIn(), json(EnvironmentCopyRequest)],
    answers: { 200: { files: Object.values(environmentTypes) } },
    errors: ['owner-only', 'order-missing', 'tenant-missing', 'tenant-unavailable'],
    handle: async (c, needs) => {
      const { format } = c.var.body;
      const { body, bytes } = await takeEnvironment(needs, c.var.identity.subject, c.var.body);
      return c.body(body, 200, {
        'Content-Type': environmentTypes[format],
        ...(bytes === null ? {} : { 'Content-Length': String(bytes) }),
      });
    },
  }),
  route({
    name: 'deletionPreview',
    method: 'get',
    path: deletionEndpoint,
    use: [account('account')],
    answers: {
      200: { schema: DeletionPreview },
    },
    handle: (c, needs) => previewDeletion(needs, c.var.identity),
  }),
  route({
    name: 'deletion',
    method: 'post',
    path: deletionEndpoint,
    use: [account('account'), freshSignIn(), json(DeletionRequest)],
    answers: { 200: { schema: OwnDataResponse } },
    errors: ['upgrade-open'],
    handle: (c, needs) => requestDeletion(needs, c.var.identity, c.var.body.confirm),
  }),
];
