/**
 * Posts to one webhook what happened: what is new is written with its mark, and what is due is posted, one after the other.
 *
 * A work kind of its own with a lease of its own: a webhook that does not answer holds up no other recipient, and there is
 * one connection to it at a time. After a try that was not answered nothing that waits is tried there before its schedule
 * says so (src/domain/alerts/post-schedule.ts); the first event of another monitor is, which tells that the webhook answers
 * again. A pause that it asks for holds everything. After a crash at any step the same work continues with what is written.
 */

import type { OffReason } from '#domain/alerts/codes.ts';
import { webhookBody } from '#domain/alerts/formats/webhook.ts';
import type { AlertMessage } from '#domain/alerts/lines.ts';
import { foldedPosts, nextTryAt } from '#domain/alerts/post-schedule.ts';
import { nextPosts, type Post } from '#domain/alerts/posts.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import {
  type Again,
  type KeepLease,
  Unfinished,
  type WorkKind,
} from '#functions/platform/work/define-work.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import type { PostOutcome } from '#functions/vendors/team-channels.ts';
import { restOffPlan } from './channel-recipients.ts';
import { situationFor } from './decide.ts';
import type { OwnDetail } from './delivery-words.ts';
import { endRecipient } from './end-recipient.ts';
import { markOf } from './message-store.ts';
import { POST_WORK } from './names.ts';
import { LOCATION_UNKNOWN, signedHeaders } from './post-body.ts';
import {
  askForPosts,
  beginPost,
  delayPosts,
  findLocation,
  findPosted,
  hasAcceptedSince,
  hasTestedSince,
  listPosts,
  type NewPost,
  settlePosts,
  type WaitingPost,
  wakePosts,
  writePosts,
} from './post-store.ts';
import { type AlertRecipient, findRecipient } from './recipient-store.ts';
import type { Pause } from './round.ts';
import { withTags } from './tag-store.ts';
import { findSigning } from './webhook-store.ts';

/** Longer than one try takes; after a crash its webhook waits so long. */
const LEASE_MS = 45_000;
const RETRY_WITHIN_MS = 60_000;
/** Tries of one run: the next run continues. */
const TRIES_MAX = 50;
/** A second try so soon is made in the same run. */
const SOON_MS = 6_000;
/** Between two tests of a webhook. */
const TEST_PAUSE_MS = 60_000;
const TEST_LANE = 'test';

const sleep: Pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export const postWorkWith = (pause: Pause): WorkKind<Deps> => ({
  kind: POST_WORK,
  title: 'Eventos a um webhook',
  perRun: 50,
  retryWithinMs: RETRY_WITHIN_MS,
  leaseMs: LEASE_MS,
  async run(needs, { key }, keep) {
    const found = await findRecipient(needs.db, key);
    if (found === null || found.kind !== 'webhook' || found.state !== 'on') return;
    const [recipient = found] = await withTags(needs.db, [found]);
    const wakeAt = await writeNew(needs, recipient);
    return postDue(needs, recipient, { keep, pause, wakeAt });
  },
});

export const postWork = postWorkWith(sleep);

/** Posts what a report brought, at once. */
export async function postSoon(
  needs: Deps,
  recipients: readonly string[],
  pause: Pause = sleep,
): Promise<void> {
  await runWorkNow(needs, postWorkWith(pause), recipients);
}

/** Writes a test; false within a minute of the last one. */
export async function addTestPost(needs: Deps, recipient: AlertRecipient): Promise<boolean> {
  const { db, clock } = needs;
  const now = clock.now();
  const [posted, location] = await Promise.all([
    findPosted(db, recipient.id),
    findLocation(db, recipient.orderId),
  ]);
  if (posted === null || (await hasTestedSince(db, recipient.id, now - TEST_PAUSE_MS))) return false;
  const line = { what: 'test', at: now } as const;
  const test = newPost(needs, { lane: TEST_LANE, line }, { location, sequence: posted + 1 });
  return (
    test !== null &&
    writePosts(db, recipient, markOf(recipient), { posts: [test], posted }, now, [
      askForPosts(db, recipient, now),
    ])
  );
}

/** A post as it is written; `null` for what is no event. */
function newPost(
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  { lane, line }: Post,
  { location, sequence }: { readonly location: string | null; readonly sequence: number },
): NewPost | null {
  const body = webhookBody(line, { location: location ?? LOCATION_UNKNOWN, sequence });
  if (body === null) return null;
  const facts: AlertMessage = { lines: [line], share: null, mayBeOurs: false };
  const words = { ...writeAlert(facts, BUSINESS_TIME_ZONE, clock.now()), shown: null };
  return { id: newId(), lane, sequence, body: JSON.stringify(body), facts, words };
}

/** Writes posts of what happened since. @returns When to ask again if nothing happens before. */
async function writeNew(needs: Deps, recipient: AlertRecipient): Promise<number | null> {
  const { db, clock } = needs;
  const now = clock.now();
  const [situation, posted, location] = await Promise.all([
    situationFor(needs, recipient),
    findPosted(db, recipient.id),
    findLocation(db, recipient.orderId),
  ]);
  if (situation === null || posted === null) return null;
  if (situation === 'off-plan') {
    await restOffPlan(db, recipient, now);
    return null;
  }
  const { posts, mark, wakeAt } = nextPosts(situation, now);
  const written = posts.flatMap(
    (each, place) => newPost(needs, each, { location, sequence: posted + place + 1 }) ?? [],
  );
  const isSame = JSON.stringify(mark.memory) === JSON.stringify(recipient.memory);
  const isAtEnd = mark.readFall === recipient.readFall && mark.readSeq === recipient.readSeq;
  if (written.length === 0 && isSame && isAtEnd) return wakeAt;
  if (!(await writePosts(db, recipient, mark, { posts: written, posted }, now)))
    throw new Unfinished('another worker wrote them');
  return wakeAt;
}

interface Means {
  readonly keep: KeepLease;
  readonly pause: Pause;
  readonly wakeAt: number | null;
}

/** Posts what is due, each lane in its order. @returns When something is due again. */
async function postDue(
  needs: Deps,
  recipient: AlertRecipient,
  { keep, pause, wakeAt }: Means,
): Promise<Again | undefined> {
  const { clock } = needs;
  for (let tries = 0; ; tries += 1) {
    await keep();
    const heads = await headsOf(needs, recipient);
    const dueAt = Math.min(...heads.map((head) => head.dueAt), wakeAt ?? Number.POSITIVE_INFINITY);
    const next = heads.find((head) => head.dueAt <= clock.now());
    if (next === undefined || tries >= TRIES_MAX) {
      // The second try, which comes after seconds; the next run of all works is a minute away.
      const isSoon = tries > 0 && tries < TRIES_MAX && dueAt - clock.now() <= SOON_MS;
      if (!isSoon) return Number.isFinite(dueAt) ? { againAt: dueAt } : undefined;
      await pause(dueAt - clock.now());
      continue;
    }
    const hasFailed = heads.some((head) => head.tries > 0);
    if (!(await post(needs, recipient, next, hasFailed))) return undefined;
  }
}

/** The first post of each lane; what is folded behind a failing one is settled. */
async function headsOf({ db, clock }: Deps, { id }: AlertRecipient): Promise<readonly WaitingPost[]> {
  const waiting = await listPosts(db, id);
  const folded = new Set(foldedPosts(waiting, clock.now()).map((post) => post.id));
  const detail: OwnDetail = 'folded';
  await settlePosts(db, [...folded], { state: 'refused', detail }, clock.now());
  const lanes = new Set<string>();
  return waiting.filter((post) => {
    if (folded.has(post.id) || lanes.has(post.lane)) return false;
    lanes.add(post.lane);
    return true;
  });
}

/**
 * @param hasFailed Whether something was tried before and waits.
 * @returns False when the webhook is off then, or another worker has the post.
 */
async function post(
  needs: Deps,
  recipient: AlertRecipient,
  head: WaitingPost,
  hasFailed: boolean,
): Promise<boolean> {
  const { db, clock } = needs;
  const signing = await findSigning(db, recipient.id, clock.now());
  if (signing === null) return false;
  const now = clock.now();
  const firstTriedAt = head.firstTriedAt ?? now;
  const tries = head.tries + 1;
  const plannedAt = nextTryAt({ tries, firstTriedAt }, null, now);
  if (!(await beginPost(db, head, plannedAt ?? now, now))) return false;
  const headers = await signedHeaders(signing, head.id, head.body, now);
  const answer = await needs.teamChannels.post(recipient.address, head.body, headers);
  if (answer.outcome === 'accepted') {
    const acceptedAt = clock.now();
    await settlePosts(db, [head.id], { state: 'sent', detail: null }, acceptedAt);
    if (hasFailed) await wakePosts(db, recipient.id, acceptedAt);
    return true;
  }
  return settleFailed(needs, recipient, { ...head, tries, firstTriedAt }, answer);
}

async function settleFailed(
  needs: Deps,
  recipient: AlertRecipient,
  head: WaitingPost & { readonly firstTriedAt: number },
  answer: Exclude<PostOutcome, { readonly outcome: 'accepted' }>,
): Promise<boolean> {
  const { db, clock } = needs;
  const now = clock.now();
  if (answer.outcome === 'gone') return end(needs, recipient, 'missing', head.id);
  const { status, waitMs } = answer;
  // An answer about this post is not about the others; silence is, and so is a server that fails or asks to wait.
  const isOfAll = status === null || status >= 500 || status === 429 || status < 400;
  const detail = status === null || status >= 500 ? 'unreachable' : `status-${status}`;
  const dueAt = nextTryAt(head, waitMs, now);
  if (dueAt !== null) {
    const pausedUntil = waitMs === null ? null : now + waitMs;
    await delayPosts(db, recipient.id, head.id, { dueAt, detail, isOfAll, pausedUntil });
    return true;
  }
  if (await hasAcceptedSince(db, recipient.id, head.firstTriedAt)) {
    await settlePosts(db, [head.id], { state: 'refused', detail }, now);
    return true;
  }
  return end(needs, recipient, 'silent', head.id);
}

/** @returns True when it is on all the same: so many ended that no answer is believed, and the other posts go on. */
async function end(
  needs: Deps,
  recipient: AlertRecipient,
  reason: OffReason,
  message: string,
): Promise<boolean> {
  await endRecipient(needs, recipient, reason, message);
  return (await findRecipient(needs.db, recipient.id))?.state === 'on';
}
