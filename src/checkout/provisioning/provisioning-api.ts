/** API calls about the creation of an environment; each may throw an `ApiError`. */
import {
  ProvisioningStatus,
  provisioningStartEndpoint,
  provisioningStatusEndpoint,
} from '#domain/api-schemas/provisioning.ts';
import { ask, post } from '#lib/api.ts';

/** `GET /api/provisionamento/status`. */
export const getProvisioningStatus = (signal?: AbortSignal) =>
  ask(provisioningStatusEndpoint, ProvisioningStatus, { signal });

/** `POST /api/provisionamento/start`, without a body. */
export const startProvisioning = () => post(provisioningStartEndpoint, ProvisioningStatus);
