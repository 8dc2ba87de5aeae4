/** The calls about a person's own data; see api.ts. */
import * as z from 'zod/mini';
import {
  DeletionPreview,
  dataCopyEndpoint,
  deletionEndpoint,
  OwnDataResponse,
  ownDataEndpoint,
} from '#domain/contracts/own-data.ts';
import { CHECKOUT_TIMEOUT_MS, call } from '#lib/api.ts';

/** The copy goes into a file as it came: a page reads nothing of it but that it is one. */
const DataCopy = z.looseObject({ leiame: z.string(), exportedAt: z.string() });

/** `GET /api/conta/dados`. @throws ApiError */
export function getOwnData(signal?: AbortSignal): Promise<OwnDataResponse> {
  return call({ method: 'GET', path: ownDataEndpoint, answer: OwnDataResponse, isProtected: true, signal });
}

/** `POST /api/conta/dados/copia`. @throws ApiError `sign-in-stale` where the sign-in is too old. */
export function postDataCopy(): Promise<z.output<typeof DataCopy>> {
  return call({
    method: 'POST',
    path: dataCopyEndpoint,
    answer: DataCopy,
    isProtected: true,
    timeoutMs: CHECKOUT_TIMEOUT_MS,
  });
}

/** `GET /api/conta/dados/exclusao`. @throws ApiError */
export function getDeletionPreview(signal?: AbortSignal): Promise<DeletionPreview> {
  return call({ method: 'GET', path: deletionEndpoint, answer: DeletionPreview, isProtected: true, signal });
}

/** `POST /api/conta/dados/exclusao`. Asking again changes nothing. @throws ApiError `sign-in-stale` as above. */
export function postDeletion(confirma: string): Promise<OwnDataResponse> {
  return call({
    method: 'POST',
    path: deletionEndpoint,
    answer: OwnDataResponse,
    isProtected: true,
    body: { confirma },
  });
}
