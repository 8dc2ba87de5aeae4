/**
 * Tells recipients what happened, many in a round: for each the next message is decided, written with its mark, and handed
 * over (prepare-message.ts, deliver.ts).
 *
 * The providers accept so many requests a second from all workers together, so rounds take turns. Whoever has one also
 * carries what others left; without one a request leaves its recipients to the next, and the scheduled run has the rest.
 * After a crash at any step the same work continues with what is written.
 */
import { GATHER_MS, WAIT_MAX_MS } from '#domain/alerts/next-message.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { sql } from '#functions/platform/db.ts';
import { readProvider, type Turn } from '#functions/platform/provider-store.ts';
import type { GroupWorkKind, KeepLease, Outcome } from '#functions/platform/work/define-work.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { deliver, whyItWaits } from './deliver.ts';
import { listWaitingMessages, type WaitingMessage } from './message-store.ts';
import { ALERT_WORK } from './names.ts';
import { noteDelay } from './outcome-store.ts';
import { type Prepared, prepareMessage } from './prepare-message.ts';
import { type AlertRecipient, listRecipientsById } from './recipient-store.ts';
import { switchOff } from './report-off.ts';
import {
  groupedBy,
  type Pause,
  type Place,
  type Ready,
  type Round,
  readPlaces,
  takeMailTurn,
  withoutTurn,
} from './round.ts';

/** Recipients of a round: as many as fit into the thousand queries that one invocation may make. */
const ROUND_MAX = 50;
/** Messages to one recipient in one run. */
const MESSAGES_MAX = 5;
/** Longer than a message takes; after a crash its recipient waits so long. */
const LEASE_MS = 45_000;
/** A provider that was down is asked again within this time. */
const RETRY_WITHIN_MS = 60_000;
/** What is due for so long was left by the request that reported it. */
const LEFT_MS = 2 * GATHER_MS;
/** Without the operator's bot a chat waits for its return. */
const WITHOUT_BOT_MS = 3_600_000;

const sleep: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** @param turn One that was taken for the first round. */
export const alertWorkWith = (pause: Pause, turn: Turn | null = null): GroupWorkKind<Deps> => ({
  kind: ALERT_WORK,
  title: 'Aviso a um destino',
  perRun: ROUND_MAX,
  first: sql`NOT EXISTS (SELECT 1 FROM alert_falls WHERE alert_falls.order_id = work.order_id AND until IS NULL)`,
  isUrgent: true,
  isDrained: true,
  retryWithinMs: RETRY_WITHIN_MS,
  leaseMs: LEASE_MS,
  runTogether: (needs, items, keep) =>
    tellRecipients(
      needs,
      items.map(({ key }) => key),
      { keep, pause, turn },
    ),
});

export const alertWork = alertWorkWith(sleep);

/**
 * Tells once the first event was gathered, and again what had to wait for an earlier message. Ends within the 30 s that a
 * Worker has after its answer.
 */
export async function tellSoon(
  needs: Deps,
  recipients: readonly string[],
  pause: Pause = sleep,
): Promise<void> {
  for (const ms of [GATHER_MS, WAIT_MAX_MS - GATHER_MS]) {
    await pause(ms);
    const turn = await takeMailTurn(needs);
    // So many fell together that the turns are taken: those who have them carry these recipients too.
    if (turn === null) continue;
    const left = { most: ROUND_MAX - recipients.length, dueBy: needs.clock.now() - LEFT_MS };
    await runWorkNow(needs, alertWorkWith(pause, turn), recipients, left);
  }
}

interface Means {
  readonly keep: KeepLease;
  readonly pause: Pause;
  readonly turn: Turn | null;
}

/** Tells each recipient what there is to tell, in as many rounds as it takes. */
async function tellRecipients(
  needs: Deps,
  ids: readonly string[],
  { turn: given, ...means }: Means,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  let left = ids;
  let turn = given;
  for (let messages = 0; left.length > 0; messages += 1) {
    turn ??= messages < MESSAGES_MAX ? await takeMailTurn(needs) : null;
    if (turn === null) {
      for (const id of left) outcomes.set(id, withoutTurn(needs));
      break;
    }
    await means.keep();
    const round: Round = { needs, ...means, turn, outcomes };
    left = await tellOnce(round, left);
    turn = null;
  }
  return outcomes;
}

/** Tells each recipient one thing. @returns Those with more to be told now. */
async function tellOnce(round: Round, ids: readonly string[]): Promise<readonly string[]> {
  const { needs, outcomes } = round;
  const { db, clock } = needs;
  const [recipients, waiting, telegram] = await Promise.all([
    listRecipientsById(db, ids),
    listWaitingMessages(db, ids),
    readProvider(db, 'telegram'),
  ]);
  const places = await readPlaces(
    db,
    recipients.map(({ orderId }) => orderId),
  );
  const providers = { email: round.turn?.provider ?? null, telegram };
  const waitingOf = groupedBy(waiting, ({ recipientId }) => recipientId);
  const prepared = new Map<string, Prepared>();
  const ready: Ready[] = [];
  const delayed: { readonly id: string; readonly why: string }[] = [];

  await forEachConcurrently(
    recipients.filter(({ state }) => state === 'on'),
    async (recipient) => {
      outcomes.set(recipient.id, null);
      const place = places.get(recipient.orderId) ?? null;
      const ended = await whyNotTold(needs, recipient, place);
      if (ended !== undefined) return void outcomes.set(recipient.id, ended);
      const messages = waitingOf.get(recipient.id) ?? [];
      const provider = providers[recipient.kind];
      const isPaused = provider !== null && provider.resumeAt > clock.now();
      if (isPaused) outcomes.set(recipient.id, { againAt: provider.resumeAt });
      const next =
        isPaused && messages.length > 0
          ? untried(messages)
          : await prepareMessage(needs, recipient, messages);
      if (isPaused) {
        if (next.ready !== null) delayed.push({ id: next.ready.id, why: whyItWaits(provider) });
        return;
      }
      prepared.set(recipient.id, next);
      if (next.ready !== null && place !== null) ready.push({ recipient, message: next.ready, place });
    },
    ({ id }, error) => void outcomes.set(id, error instanceof Error ? error : new Error(String(error))),
  );
  for (const [why, each] of groupedBy(delayed, (one) => one.why))
    await noteDelay(
      db,
      each.map(({ id }) => id),
      why,
    );
  await deliver(round, ready);
  return [...prepared].flatMap(([id, { isMore, wakeAt }]) => {
    const outcome = outcomes.get(id) ?? null;
    const isAgainNow = outcome !== null && 'againAt' in outcome && outcome.againAt <= clock.now();
    if (outcome === null ? isMore : isAgainNow) return [id];
    if (outcome === null && wakeAt !== null) outcomes.set(id, { againAt: wakeAt });
    return [];
  });
}

/** What waits already, while its provider waits. */
const untried = ([head]: readonly WaitingMessage[]): Prepared => ({
  ready: head ?? null,
  isMore: false,
  wakeAt: null,
});

/** What becomes of a recipient that is not told anything now; `undefined`: it is. */
async function whyNotTold(
  needs: Deps,
  recipient: AlertRecipient,
  place: Place | null,
): Promise<Outcome | undefined> {
  const { kind, isOwner } = recipient;
  // An erased person gets no more mail; the row goes with the erasure.
  if (kind === 'email' && (place === null || (isOwner && place.erasedAt !== null))) {
    await switchOff(needs, recipient, 'left');
    return null;
  }
  if (kind === 'telegram' && needs.messenger === null) return { againAt: needs.clock.now() + WITHOUT_BOT_MS };
  return undefined;
}
