/**
 * Another network than our clusters': this Worker's own, from which an address that a monitor watches is asked for once.
 *
 * Owns: one request to a stranger's address, and its bounds. Which address, and what an answer means:
 * src/domain/alerts/second-look.ts.
 */
import { LOOK_MS, type LookAddress, lookAddress, type Seen, seenIn } from '#domain/alerts/second-look.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { zonesOf } from './own-zones.ts';

/** From where a second look is made. */
export interface OtherNetwork {
  /** The address of a monitor as it is asked for; `null` for one that nobody asks for. */
  addressOf(look: string): LookAddress | null;
  /** What it gets there. Never throws: a look that could not be made is `null`. */
  look(address: LookAddress): Promise<Seen>;
}

interface OtherNetworkOptions {
  /** Who is asked in place of the Internet, also for private hosts and ours; `null` outside of a machine of one's own. */
  readonly standInUrl: string | null;
  /** Addresses of ours: their registrable domains are never asked for. */
  readonly ours: readonly string[];
  /** What we call ourselves in a site's log. */
  readonly agent: string;
  readonly fetch: Fetch;
  /** When a look ends; replaced by tests. */
  readonly deadline?: () => AbortSignal;
}

/** What the platform says when it did not ask at all. */
const isOurFailure = /subrequest|internal error/i;

export function createOtherNetwork({
  standInUrl,
  ours,
  agent,
  fetch,
  deadline = () => AbortSignal.timeout(LOOK_MS),
}: OtherNetworkOptions): OtherNetwork {
  const zones = zonesOf(ours);
  return {
    addressOf: (look) => lookAddress(look, standInUrl === null ? zones : null),
    async look({ url }) {
      const asked = standInUrl === null ? url : `${standInUrl}/${encodeURIComponent(url)}`;
      try {
        const answer = await fetch(asked, {
          // Some servers refuse HEAD. The body is never read.
          method: 'GET',
          redirect: 'manual',
          // A copy says nothing of the site.
          cache: 'no-store',
          headers: { 'User-Agent': agent, Accept: '*/*' },
          signal: deadline(),
        });
        await answer.body?.cancel();
        return seenIn(answer.status, (name) => answer.headers.get(name));
      } catch (error) {
        return isOurFailure.test(error instanceof Error ? error.message : '') ? null : 'failed';
      }
    },
  };
}
