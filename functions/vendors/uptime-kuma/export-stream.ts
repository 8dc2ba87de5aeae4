/**
 * Opens a companion's file of an environment's data (companion/exports.ts).
 *
 * Unlike every other request (platform/vendor-http.ts) its answer is not read here but passed on while it arrives: the time
 * limit ends with the headers, and there is no limit of size.
 */
import { exportTypes } from '#companion/contract.ts';
import { DomainError } from '#domain/errors.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import type { ExportOptions, ExportOutcome } from '#functions/vendors/instances.ts';

/** The file is made before the first byte; the gateway waits for two minutes. */
const HEADERS_TIMEOUT_MS = 110_000;

const flag = (value: boolean): string => (value ? '1' : '0');

/**
 * @returns The outcome, or the status of any other answer.
 * @throws DomainError `tenant-unavailable` when the companion does not answer.
 */
export async function openExport(
  {
    baseUrl,
    token,
    fetch,
    timeoutMs = HEADERS_TIMEOUT_MS,
  }: {
    readonly baseUrl: string;
    readonly token: string;
    readonly fetch: Fetch;
    readonly timeoutMs?: number | undefined;
  },
  { format, secrets, history }: ExportOptions,
): Promise<ExportOutcome | number> {
  const query = new URLSearchParams({ format, secrets: flag(secrets), history: flag(history) });
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), timeoutMs);
  try {
    const response = await fetch(`${baseUrl.replace(/\/+$/, '')}/-/export?${query}`, {
      headers: { authorization: `Bearer ${token}`, accept: exportTypes[format] },
      redirect: 'manual',
      signal: giveUp.signal,
    });
    const { headers } = response;
    // The gateway may compress what is text; the length is then another one.
    const length = headers.has('content-encoding') ? null : headers.get('content-length');
    // An instance without a companion answers any path with 200 and a page.
    const isFile = response.status === 200 && headers.get('content-type') === exportTypes[format];
    if (isFile && response.body !== null)
      return { outcome: 'file', body: response.body, bytes: length === null ? null : Number(length) };
    await response.body?.cancel();
    if (response.status === 409) return { outcome: 'busy' };
    if (response.status === 507) return { outcome: 'full' };
    return response.status;
  } catch (cause) {
    throw new DomainError('tenant-unavailable', { message: 'the companion does not answer', cause });
  } finally {
    clearTimeout(timer);
  }
}
