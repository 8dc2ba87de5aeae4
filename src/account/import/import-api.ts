/** API calls of an import; each may throw an `ApiError`. */

import { FILE_MONITORS_MAX } from '#account/import/rules/kuma-backup.ts';
import {
  ImportAnswer,
  ImportCapacity,
  type ImportRequest,
  type ImportSource,
  importEndpoint,
  importRobotEndpoint,
  RobotPage,
} from '#domain/api-schemas/import.ts';
import type { RobotMonitor } from '#domain/import/uptimerobot.ts';
import { ask, post } from '#lib/api.ts';

/** The environment works for up to 15 s on a batch, and an answer may be slow. */
const BATCH_TIMEOUT_MS = 60_000;

export const getImportCapacity = (source: ImportSource) =>
  ask(`${importEndpoint}?origem=${source}`, ImportCapacity, { timeoutMs: BATCH_TIMEOUT_MS });

export const postImport = (body: ImportRequest, idempotencyKey: string) =>
  post(importEndpoint, ImportAnswer, { body, idempotencyKey, timeoutMs: BATCH_TIMEOUT_MS });

/** Every monitor of an UptimeRobot account. */
export async function readRobotAccount(key: string): Promise<readonly RobotMonitor[]> {
  const monitors: RobotMonitor[] = [];
  let cursor: string | null = null;
  do {
    const body: object = cursor === null ? { key } : { key, cursor };
    const page: RobotPage = await post(importRobotEndpoint, RobotPage, { body, timeoutMs: BATCH_TIMEOUT_MS });
    monitors.push(...page.monitors);
    cursor = page.next;
  } while (cursor !== null && monitors.length < FILE_MONITORS_MAX);
  return monitors;
}
