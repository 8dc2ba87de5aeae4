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
import { sql } from '#functions/platform/db.ts';
import { groupedBy } from '#functions/platform/grouped-by.ts';
import { type ProviderState, readProviders, type Turn } from '#functions/platform/provider-store.ts';
import type { GroupWorkKind, KeepLeases, Outcome } from '#functions/platform/work/define-work.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { isDue } from '#functions/platform/work/work-store.ts';
import { BATCH_MAX } from '#functions/vendors/mailer.ts';
import { restOffPlan } from './channel-recipients.ts';
import { deliver } from './deliver.ts';
import { listWaitingMessages } from './message-store.ts';
import { ALERT_WORK } from './names.ts';
import { noteDelay } from './outcome-store.ts';
import { type Awaiting, prepareMessages } from './prepare-message.ts';
import { type AlertRecipient, listRecipientsById } from './recipient-store.ts';
import { switchOff } from './report-off.ts';
import {
  NO_TURN_MS,
  type Pause,
  type Place,
  type Ready,
  type Round,
  readPlaces,
  SLOW_MS,
  takeChatTurns,
  takeMailTurn,
  whyItWaits,
  withoutTurn,
} from './round.ts';
import { withTags } from './tag-store.ts';

/** Recipients of a round: their mails are one request. */
const ROUND_MAX = BATCH_MAX;
/** Rounds of a request: they make fewer than the thousand queries that an invocation may make. */
const ROUNDS_MAX = 6;
/** Rounds of a scheduled run, likewise. */
const SCHEDULED_ROUNDS = 30;
/** Until the next scheduled run. */
const SCHEDULED_MS = 55_000;
/** A request begins no round later than this after its answer. */
const BEGUN_MAX_MS = 20_000;
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
  first: sql`NOT EXISTS (SELECT 1 FROM alert_falls WHERE alert_falls.order_id = entries.order_id AND until IS NULL)`,
  isUrgent: true,
  isDrained: true,
  drained: { forMs: SCHEDULED_MS, claims: SCHEDULED_ROUNDS },
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
 * @param reportedAt When the report came in. So many may report that the database answers late: a round would outlive its
 *   leases, and would be one more thing to do. Those that report before and after carry these recipients too.
 */
export async function tellSoon(
  needs: Deps,
  recipients: readonly string[],
  reportedAt: number,
  pause: Pause = sleep,
): Promise<void> {
  const now = needs.clock.now();
  if (now - reportedAt > SLOW_MS) return;
  for (const ms of [GATHER_MS, WAIT_MAX_MS - GATHER_MS]) {
    await pause(ms);
    await tellNow(needs, recipients, now + BEGUN_MAX_MS, pause);
  }
}

/** Tells what requests left that were lost, or had no turn; for a request with nothing to tell itself. */
export const tellLeft = (needs: Deps, pause: Pause = sleep): Promise<void> =>
  tellNow(needs, [], needs.clock.now() + BEGUN_MAX_MS, pause);

/**
 * Tells these, and what others left, round after round while there is so much.
 * @param until No round begins afterwards.
 */
async function tellNow(
  needs: Deps,
  recipients: readonly string[],
  until: number,
  pause: Pause,
): Promise<void> {
  for (let rounds = 0; rounds < ROUNDS_MAX && needs.clock.now() < until; rounds += 1) {
    const askedAt = needs.clock.now();
    const dueBy = askedAt - LEFT_MS;
    const turn = await takeMailTurn(needs, isDue(ALERT_WORK, recipients, dueBy, askedAt));
    // So many fell together that the turns are taken: those who have them carry these recipients too.
    if (turn === null) return;
    if (needs.clock.now() - askedAt > SLOW_MS) return;
    const most = Math.max(0, ROUND_MAX - recipients.length);
    const told = await runWorkNow(needs, alertWorkWith(pause, turn), recipients, { most, dueBy });
    if (told < ROUND_MAX) return;
  }
}

interface Means {
  readonly keep: KeepLeases;
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
    if (turn === null && messages === 0) {
      // Only a scheduled run comes without one. While reports take all turns they tell; afterwards nobody else would.
      await means.pause(NO_TURN_MS);
      turn = await takeMailTurn(needs);
    }
    if (turn === null) {
      for (const id of left) outcomes.set(id, withoutTurn(needs));
      break;
    }
    await means.keep();
    const round: Round = { needs, ...means, turn, chatTurns: null, outcomes };
    left = await tellOnce(round, left);
    turn = null;
  }
  return outcomes;
}

/** Tells each recipient one thing. @returns Those with more to be told now. */
async function tellOnce(round: Round, ids: readonly string[]): Promise<readonly string[]> {
  const { needs, outcomes } = round;
  const { db, clock } = needs;
  const [recipients, waiting, places, providers] = await Promise.all([
    listRecipientsById(db, ids).then((read) => withTags(db, read)),
    listWaitingMessages(db, ids),
    readPlaces(db, ids),
    readProviders(db),
  ]);
  const waitingOf = groupedBy(waiting, ({ recipientId }) => recipientId);
  const asked: Awaiting[] = [];
  const paused: { readonly asked: Awaiting; readonly provider: ProviderState }[] = [];
  for (const recipient of recipients.filter(({ state, isPaused }) => state === 'on' && !isPaused)) {
    const { id, kind } = recipient;
    const ended = await whyNotTold(needs, recipient, places.get(id) ?? null);
    outcomes.set(id, ended ?? null);
    if (ended !== undefined) continue;
    const awaiting = { recipient, waiting: waitingOf.get(id) ?? [] };
    const provider = kind === 'email' ? (round.turn?.provider ?? null) : (providers.get(kind) ?? null);
    if (provider !== null && provider.resumeAt > clock.now()) paused.push({ asked: awaiting, provider });
    else asked.push(awaiting);
  }
  await noteDelays(round, paused);
  const withTurn = await withChatTurns(round, asked);
  const prepared = await prepareMessages(needs, withTurn);
  const ready = asked.flatMap(({ recipient }): Ready[] => {
    const next = prepared.get(recipient.id);
    const place = places.get(recipient.id);
    if (next instanceof Error) outcomes.set(recipient.id, next);
    return next === undefined || next instanceof Error || next.ready === null || place === undefined
      ? []
      : [{ recipient, message: next.ready, place }];
  });
  await deliver(round, ready);
  return [...prepared].flatMap(([id, next]) => {
    const outcome = outcomes.get(id) ?? null;
    if (next instanceof Error || outcome instanceof Error) return [];
    if (outcome === null ? next.isMore : outcome.againAt <= clock.now()) return [id];
    if (outcome === null && next.wakeAt !== null) outcomes.set(id, { againAt: next.wakeAt });
    return [];
  });
}

/** Only those for whom there is a turn now: what is decided later is not decided twice. */
async function withChatTurns(round: Round, asked: readonly Awaiting[]): Promise<readonly Awaiting[]> {
  const chats = asked.filter(({ recipient }) => recipient.kind === 'telegram');
  round.chatTurns = chats.length === 0 ? null : await takeChatTurns(round, chats.length);
  if (chats.length === 0 || round.chatTurns !== null) return asked;
  for (const { recipient } of chats) round.outcomes.set(recipient.id, withoutTurn(round.needs));
  return asked.filter(({ recipient }) => recipient.kind !== 'telegram');
}

/** While a provider waits, what is to be told is written, so that it is seen to wait; it is decided anew afterwards. */
async function noteDelays(
  { needs, outcomes }: Round,
  paused: readonly { readonly asked: Awaiting; readonly provider: ProviderState }[],
): Promise<void> {
  if (paused.length === 0) return;
  const prepared = await prepareMessages(
    needs,
    paused.flatMap(({ asked }) => (asked.waiting.length === 0 ? [asked] : [])),
  );
  const delayed = paused.flatMap(({ asked: { recipient, waiting }, provider }) => {
    const next = prepared.get(recipient.id);
    outcomes.set(recipient.id, next instanceof Error ? next : { againAt: provider.resumeAt });
    const message = waiting[0] ?? (next instanceof Error ? null : next?.ready);
    return message ? [{ id: message.id, why: whyItWaits(provider) }] : [];
  });
  for (const [why, each] of groupedBy(delayed, (one) => one.why))
    await noteDelay(
      needs.db,
      each.map(({ id }) => id),
      why,
    );
}

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
  if (place?.plan != null && !needs.catalog.plan(place.plan).alerts.kinds.includes(kind)) {
    await restOffPlan(needs.db, recipient, needs.clock.now());
    return null;
  }
  if (kind === 'telegram' && needs.messenger === null) return { againAt: needs.clock.now() + WITHOUT_BOT_MS };
  return undefined;
}
