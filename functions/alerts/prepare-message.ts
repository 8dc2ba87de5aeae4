/**
 * What a recipient is told next, as a row that is ready to be handed over.
 *
 * Words are written here, just before: a message that surely was not accepted is decided anew, and one whose outcome is
 * unknown goes again as it is only while it is still true. Otherwise it is settled as perhaps delivered, and what is true
 * now is another message.
 */
import type { Mark } from '#domain/alerts/memory.ts';
import { quietUntil } from '#domain/alerts/preferences.ts';
import type { Deps } from '#functions/compose.ts';
import { Unfinished } from '#functions/platform/work/define-work.ts';
import { HOUR_MS } from '#functions/vendors/delivery.ts';
import { type Decision, decide, isStillTrue } from './decide.ts';
import type { OwnDetail } from './delivery-words.ts';
import {
  markOf,
  replaceMessage,
  rewordMessage,
  rewriteMessage,
  type WaitingMessage,
  type Written,
  writeNext,
} from './message-store.ts';
import { markMessageUnclear, refuseMessage } from './outcome-store.ts';
import type { AlertRecipient } from './recipient-store.ts';

export interface Prepared {
  /** What is to be handed over now. */
  readonly ready: WaitingMessage | null;
  /** True when more may be left after it. */
  readonly isMore: boolean;
  /** When to ask again if nothing happens before; `null`: not at all. */
  readonly wakeAt: number | null;
}

/** A provider knows a key for a day; a later try could be a second message. */
const KEY_LIFE_MS = 23 * HOUR_MS;

const nothing: Prepared = { ready: null, isMore: false, wakeAt: null };

/**
 * @param waiting What waits for the recipient: alerts and tests, then words about other recipients, each the oldest first.
 * @throws Unfinished when another worker told it meanwhile.
 */
export async function prepareMessage(
  needs: Deps,
  recipient: AlertRecipient,
  waiting: readonly WaitingMessage[],
): Promise<Prepared> {
  const [head, ...others] = waiting;
  if (head !== undefined && !head.isNote) {
    const prepared = await prepareHead(needs, recipient, head, others);
    return { ...prepared, isMore: prepared.isMore || others.length > 0 };
  }
  const next = await prepareNext(needs, recipient);
  if (next === null) return head === undefined ? nothing : callOff(needs, head);
  if (head === undefined) return next;
  // An alert goes before a word about another recipient, which is no reason to wake anybody.
  if (next.ready !== null) return { ...next, isMore: true };
  const quietEnd = quietUntil(recipient.preferences.quiet, needs.clock.now());
  return quietEnd === null
    ? { ...(await prepareNote(needs, head)), isMore: next.isMore || others.length > 0, wakeAt: next.wakeAt }
    : { ...next, wakeAt: Math.min(next.wakeAt ?? quietEnd, quietEnd) };
}

/** What happened after the recipient's own mark; `null` once the environment is gone. */
async function prepareNext(needs: Deps, recipient: AlertRecipient): Promise<Prepared | null> {
  const { db, clock, newId } = needs;
  const from = markOf(recipient);
  const decision = await decide(needs, recipient, from);
  if (decision === null) return null;
  if (decision.message === null && isSame(decision.next, from))
    return { ready: null, isMore: decision.isCut, wakeAt: decision.wakeAt };
  return prepared(await writeNext(db, recipient, decision, newId(), clock.now()), decision);
}

async function prepareHead(
  needs: Deps,
  recipient: AlertRecipient,
  head: WaitingMessage,
  others: readonly WaitingMessage[],
): Promise<Prepared> {
  const { db, clock } = needs;
  const now = clock.now();
  const { facts, before, unclearSince } = head;
  if (facts === null) return prepareNote(needs, head);
  if (unclearSince !== null) {
    const why = whyNotAgain(head, unclearSince, now);
    const isAgain =
      why === null &&
      (await isStillTrue(needs, recipient, facts, before ?? markOf(recipient), head.writtenAt));
    // What happened since it was decided comes after it.
    if (isAgain) return { ...nothing, ready: head, isMore: true };
    const detail = why ?? ('replaced' satisfies OwnDetail);
    if (before !== null) return replace(needs, recipient, { ...head, before }, detail);
    await markMessageUnclear(db, head.id, detail, now);
    return { ...nothing, isMore: true };
  }
  if (before === null)
    return { ...nothing, ready: await rewordMessage(db, recipient, head, facts, now), isMore: true };
  const decision = await decide(needs, recipient, before, true);
  if (decision === null) return callOff(needs, head);
  // One that was accepted and failed later may find another one waiting, whose mark lies behind its own.
  const merged = others.filter((each) => each.before !== null && each.unclearSince === null);
  return prepared(await rewriteMessage(db, recipient, head, merged, decision, now), decision);
}

/** A word about another recipient stays as it is; perhaps delivered, it only goes again in the same request. */
async function prepareNote({ db, clock }: Deps, note: WaitingMessage): Promise<Prepared> {
  const { unclearSince } = note;
  const why = unclearSince === null ? null : whyNotAgain(note, unclearSince, clock.now());
  if (why === null) return { ...nothing, ready: note, isMore: true };
  await markMessageUnclear(db, note.id, why, clock.now());
  return { ...nothing, isMore: true };
}

/** Ends what waits although its environment is gone: it would wait for ever, and call a person. */
async function callOff({ db, clock }: Deps, { id, unclearSince }: WaitingMessage): Promise<Prepared> {
  const why: OwnDetail = 'ended';
  await (unclearSince === null ? refuseMessage : markMessageUnclear)(db, id, why, clock.now());
  return { ...nothing, isMore: true };
}

async function replace(
  needs: Deps,
  recipient: AlertRecipient,
  head: WaitingMessage & { readonly before: Mark },
  detail: string,
): Promise<Prepared> {
  const { db, clock, newId } = needs;
  const now = clock.now();
  const decision = await decide(needs, recipient, head.before, true);
  if (decision === null) return callOff(needs, head);
  return prepared(await replaceMessage(db, recipient, head, decision, newId(), detail, now), decision);
}

/** Why a message whose outcome is unknown cannot go again as it is; `null` when it can. */
function whyNotAgain({ batch, detail }: WaitingMessage, since: number, now: number): string | null {
  if (since <= now - KEY_LIFE_MS) return 'lost' satisfies OwnDetail;
  return batch === null ? (detail ?? ('replaced' satisfies OwnDetail)) : null;
}

function prepared(written: Written, { isCut, wakeAt }: Decision): Prepared {
  if (written === false) throw new Unfinished('another worker told it');
  return { ready: written, isMore: isCut, wakeAt };
}

const isSame = (one: Mark, other: Mark): boolean =>
  JSON.stringify(markOf(one)) === JSON.stringify(markOf(other));
