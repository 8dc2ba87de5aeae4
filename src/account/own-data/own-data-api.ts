/** API calls about a person's own data; each may throw an `ApiError`. */
import * as z from 'zod/mini';
import {
  DeletionPreview,
  dataCopyEndpoint,
  deletionEndpoint,
  type EnvironmentCopyRequest,
  environmentCopyEndpoint,
  OwnDataResponse,
  ownDataEndpoint,
} from '#domain/api-schemas/own-data.ts';
import { ask, PROCESSOR_TIMEOUT_MS, post } from '#lib/api.ts';
import { postForFile } from '#lib/api-file.ts';

/** The copy is saved to a file unread, so only its frame is checked. */
const DataCopy = z.looseObject({ leiame: z.string(), exportedAt: z.string() });

/** `GET /api/conta/dados`. */
export const getOwnData = (signal?: AbortSignal) => ask(ownDataEndpoint, OwnDataResponse, { signal });

/** `POST /api/conta/dados/copia`. @throws ApiError `sign-in-stale` when the sign-in is too old. */
export const postDataCopy = () => post(dataCopyEndpoint, DataCopy, { timeoutMs: PROCESSOR_TIMEOUT_MS });

/** `GET /api/conta/dados/exclusao`. */
export const getDeletionPreview = (signal?: AbortSignal) =>
  ask(deletionEndpoint, DeletionPreview, { signal });

/** `POST /api/conta/dados/exclusao`. A second call changes nothing. @throws ApiError `sign-in-stale` as above. */
export const postDeletion = (confirma: string) =>
  post(deletionEndpoint, OwnDataResponse, { body: { confirma } });

/** A whole history over a slow line. */
const FILE_TIMEOUT_MS = 30 * 60_000;

/** `POST /api/conta/dados/ambiente`. @throws ApiError `sign-in-stale` as above. */
export const postEnvironmentCopy = (body: EnvironmentCopyRequest, onBytes: (count: number) => void) =>
  postForFile(environmentCopyEndpoint, { body, onBytes, timeoutMs: FILE_TIMEOUT_MS });
