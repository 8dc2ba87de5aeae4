/** Hands messages over to the team's channels, each a request of its own; their providers know no keys. */

import { SEEN_PAGE } from '#domain/alerts/alerts-page.ts';
import { isTeamKind, type TeamKind } from '#domain/alerts/codes.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { readProvider } from '#functions/platform/provider-store.ts';
import type { Meaning } from '#functions/vendors/delivery.ts';
import { bodyOf } from './channel-body.ts';
import { beginTry, noteDelay } from './outcome-store.ts';
import { idsOf, isFresh, type Ready, type Round, settled, whyItWaits, withoutTurn } from './round.ts';
import { settleAnswer } from './settle-answer.ts';

/** Of an invocation's connections; mail and chats have the others. */
const CHANNELS_AT_ONCE = 3;
/** After so many channels of a provider without an answer the others wait: each took seconds, and others wait behind it. */
const SILENT_MAX = 2;

/** Writes into every channel that is ready, and records what became of it. */
export async function sendChannels(round: Round, ready: readonly Ready[]): Promise<void> {
  const { needs } = round;
  const begunAt = needs.clock.now();
  const begun =
    ready.length === 0
      ? new Set<string>()
      : await beginTry(needs.db, idsOf(ready.filter(isFresh)), null, begunAt);
  // The others were called off meanwhile, or another worker tries them.
  settled(round, ready, withoutTurn(needs));
  const silent = new Map<TeamKind, number>();
  const send = async (member: Ready): Promise<void> => {
    const { recipient, message } = member;
    const { kind } = recipient;
    if (!isTeamKind(kind)) return;
    // What another worker has by now, it sends.
    if (!(await round.keep()).has(recipient.id)) return;
    const provider = await readProvider(needs.db, kind);
    const isPaused = provider.resumeAt > needs.clock.now();
    if (isPaused || (silent.get(kind) ?? 0) >= SILENT_MAX) {
      if (isPaused) settled(round, [member], { againAt: provider.resumeAt });
      return noteDelay(needs.db, [message.id], isPaused ? whyItWaits(provider) : null, begunAt).then(
        () => {},
      );
    }
    const meaning = await writeInto(needs, kind, member);
    if (meaning.kind === 'unclear') silent.set(kind, (silent.get(kind) ?? 0) + 1);
    const tried = { ...member, provider, begunAt: isFresh(member) ? begunAt : null };
    settled(round, [member], await settleAnswer(needs, tried, meaning));
  };
  await forEachConcurrently(
    ready.filter((each) => !isFresh(each) || begun.has(each.message.id)),
    send,
    undefined,
    CHANNELS_AT_ONCE,
  );
}

async function writeInto(
  needs: Deps,
  kind: TeamKind,
  { recipient, message, place }: Ready,
): Promise<Meaning> {
  const token = message.shown?.next === 'seen' ? await needs.seenLinks.tokenOf(message.id) : null;
  const body = bodyOf(kind, {
    written: message,
    panel: tenantUrl(needs.tenantUrlTemplate, place.subdomain),
    siteUrl: needs.siteUrl,
    seenUrl: token === null ? null : `${needs.siteUrl}${SEEN_PAGE}#${token}`,
  });
  return needs.teamChannels.write(kind, recipient.address, body);
}
