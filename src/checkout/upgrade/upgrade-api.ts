/** API calls of a change of plan; each may throw an `ApiError`. */
import { ReadinessResponse, readinessPath } from '#domain/api-schemas/readiness.ts';
import {
  UpgradeOffers,
  type UpgradeRequestInput,
  UpgradeResponse,
  upgradePath,
} from '#domain/api-schemas/upgrade.ts';
import { ask, PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';

/** `GET /api/tenants/{tenant}/upgrade`. */
export const getUpgradeOffers = (tenant: string, signal?: AbortSignal) =>
  ask(upgradePath(tenant), UpgradeOffers, { signal });

/** `POST /api/tenants/{tenant}/upgrade`. */
export const postUpgrade = (tenant: string, body: UpgradeRequestInput, idempotencyKey: string) =>
  post(upgradePath(tenant), UpgradeResponse, { body, idempotencyKey, timeoutMs: PROCESSOR_TIMEOUT_MS });

/** `GET /api/tenants/{tenant}/pronto`. */
export const getReadiness = (tenant: string, signal?: AbortSignal) =>
  ask(readinessPath(tenant), ReadinessResponse, { signal });
