/**
 * The HTTP client of the companion in front of a tenant's instance (deploy/tenant-chart/files/companion.mjs).
 *
 * Owns: its address and the token it asks for. What an answer means is each caller's matter: an instance without a
 * companion answers any path with 200 and a page.
 */
import { DomainError } from '#domain/errors.ts';
import {
  createVendorHttp,
  type Fetch,
  type VendorAnswer,
  type VendorHttpOptions,
  type VendorRequest,
} from '#functions/platform/vendor-http.ts';
import { instanceAddress } from './instance-address.ts';

/**
 * Every path that the Worker requests from a companion. The chart's gateway and companion, and the local stand-in, are
 * tested against this list.
 */
export const companionPaths = ['/-/admitted', '/-/limits', '/-/monitors', '/-/reports', '/metrics'] as const;

type CompanionCall = (
  request: Omit<VendorRequest, 'path'> & { readonly path: (typeof companionPaths)[number] },
) => Promise<VendorAnswer>;

export interface CompanionOptions {
  /** Base URL template of an instance; `{tenant}` is replaced by the subdomain, in the host or in the path. */
  readonly urlTemplate: string;
  /** The Worker's token for an environment. */
  readonly tokenOf: (subdomain: string) => Promise<string>;
  readonly fetch: Fetch;
  /** Per request. */
  readonly timeoutMs?: number | undefined;
}

/** @throws DomainError `tenant-unavailable` for what is not a subdomain. */
export async function companionOf(
  { urlTemplate, tokenOf, fetch }: CompanionOptions,
  subdomain: string,
  limits: Pick<VendorHttpOptions, 'timeoutMs' | 'bodyBytesMax'>,
): Promise<CompanionCall> {
  const baseUrl = instanceAddress(urlTemplate, subdomain);
  if (baseUrl === null) throw unavailable('not a subdomain');
  const headers = { authorization: `Bearer ${await tokenOf(subdomain)}` };
  return createVendorHttp({ baseUrl, fetch, headers, ...limits });
}

export const unavailable = (message: string): DomainError =>
  new DomainError('tenant-unavailable', { message });
