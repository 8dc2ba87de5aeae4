/**
 * Channels and webhooks by HTTP. The address is the secret: none may reach a log or an error, so none is in an outcome.
 *
 * No redirect is followed and no name is looked up by us: an address that was checked could lead elsewhere a moment later.
 * From the Workers' network nothing private can be reached.
 */
import { createVendorHttp, type Fetch, type VendorAnswer } from '#functions/platform/vendor-http.ts';
import type { PostOutcome, TeamChannels } from '#functions/vendors/team-channels.ts';
import { meaningOfChannel } from './channel-answers.ts';

interface TeamChannelsOptions {
  /** Who is asked in place of the providers and of every webhook: dev/stand-ins/channels; `null` outside of a machine of one's own. */
  readonly standInUrl: string | null;
  /** What we call ourselves in a customer's log. */
  readonly agent: string;
  readonly fetch: Fetch;
  readonly timeoutMs?: number;
}

const BODY_BYTES_MAX = 16 * 1024;
/** Everything else is refused with its body, which says what it means. */
const passingStatuses = new Set<number>();
const HOUR_MS = 3_600_000;

export function createTeamChannels({
  standInUrl,
  agent,
  fetch,
  timeoutMs = 10_000,
}: TeamChannelsOptions): TeamChannels {
  const call = (
    address: string,
    request: { json?: unknown; written?: string; answer: 'text' | 'none'; headers?: Record<string, string> },
  ): Promise<VendorAnswer> => {
    const { origin, host, pathname, search } = new URL(address);
    const http = createVendorHttp({
      baseUrl: standInUrl === null ? origin : `${standInUrl}/${host}`,
      fetch,
      timeoutMs,
      headers: { 'user-agent': agent },
      bodyBytesMax: BODY_BYTES_MAX,
      passingStatuses,
      refusals: 'text',
    });
    return http({ method: 'POST', path: `${pathname}${search}`, ...request });
  };

  return {
    write: async (kind, address, json) =>
      meaningOfChannel(kind, await call(address, { json, answer: 'text' })),
    post: async (address, written, headers) =>
      outcomeOf(await call(address, { written, answer: 'none', headers })),
  };
}

function outcomeOf(answer: VendorAnswer): PostOutcome {
  if (answer.outcome === 'ok') return { outcome: 'accepted' };
  const { status } = answer;
  if (status === 410) return { outcome: 'gone' };
  const seconds = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined;
  return {
    outcome: 'failed',
    status,
    waitMs: seconds === undefined ? null : Math.min(seconds * 1000, HOUR_MS),
  };
}
