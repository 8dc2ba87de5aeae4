/**
 * What a recipient is told next, as a row that is ready to be handed over.
 *
 * Words are written here, just before: a message that surely was not accepted is decided anew, and one whose outcome is
 * unknown goes again as it is only while it is still true. Otherwise it is settled as perhaps delivered, and what is true
 * now is another message.
 */
import type { AlertMessage } from '#domain/alerts/lines.ts';
import { type Mark, perhapsTold } from '#domain/alerts/memory.ts';
import { quietUntil } from '#domain/alerts/preferences.ts';
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import { Unfinished } from '#functions/platform/work/define-work.ts';
import { HOUR_MS } from '#functions/vendors/delivery.ts';
import {
  type Deciding,
  type Decision,
  decide,
  decideAll,
  type WrittenBefore,
  whoseAreTrue,
} from './decide.ts';
import type { OwnDetail } from './delivery-words.ts';
import {
  markOf,
  replaceMessage,
  rewordMessage,
  rewriteMessage,
  type WaitingMessage,
  type Written,
  wordsFor,
} from './message-store.ts';
import { type NewMessage, writeNewMessages } from './new-messages.ts';
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

const MINUTE_MS = 60_000;
/** A provider knows a key for a day; a later try could be a second message. */
const KEY_LIFE_MS = 23 * HOUR_MS;

const nothing: Prepared = { ready: null, isMore: false, wakeAt: null };

/** A recipient with what waits for it: alerts and tests, then words about other recipients, each the oldest first. */
export interface Awaiting {
  readonly recipient: AlertRecipient;
  readonly waiting: readonly WaitingMessage[];
}

/** Prepares the next message of each recipient. @returns By recipient; an error leaves the others alone. */
export async function prepareMessages(
  needs: Deps,
  all: readonly Awaiting[],
): Promise<ReadonlyMap<string, Prepared | Error>> {
  const results = new Map<string, Prepared | Error>();
  const [decisions, areTrue] = await Promise.all([
    decideAll(needs, all.flatMap(whatToDecide)),
    whoseAreTrue(needs, all.flatMap(whatMayGoAgain)),
  ]);
  const fresh = all.filter((each) => headOf(each) === null).map(({ recipient }) => recipient);
  const next = await writeNext(needs, fresh, decisions);
  await forEachConcurrently(
    all,
    async (each) => {
      const { id } = each.recipient;
      const head = headOf(each);
      results.set(
        id,
        head === null
          ? await withNotes(needs, each, next.get(id) ?? null)
          : await prepareHead(needs, each, head, {
              decision: decisions.get(id) ?? null,
              isTrue: areTrue.has(id),
            }),
      );
    },
    ({ recipient: { id } }, error) =>
      void results.set(id, error instanceof Error ? error : new Error(String(error))),
  );
  return results;
}

/** The alert or test that waits; `null` for none, or only words about other recipients. */
const headOf = ({ waiting: [head] }: Awaiting): WaitingMessage | null =>
  head === undefined || head.isNote ? null : head;

/** What follows a recipient's own mark, or the one before what surely was not accepted. */
function whatToDecide(awaiting: Awaiting): Deciding[] {
  const { recipient } = awaiting;
  const head = headOf(awaiting);
  if (head === null) return [{ recipient, from: markOf(recipient) }];
  return head.before === null || head.unclearSince !== null
    ? []
    : [{ recipient, from: head.before, wasTried: true }];
}

/** An alert goes before a word about another recipient, which is no reason to wake anybody. */
async function withNotes(
  needs: Deps,
  { recipient, waiting: [note, ...others] }: Awaiting,
  next: Prepared | Error | null,
): Promise<Prepared> {
  if (next instanceof Error) throw next;
  if (next === null) return note === undefined ? nothing : callOff(needs, note);
  if (note === undefined) return next;
  if (next.ready !== null) return { ...next, isMore: true };
  const quietEnd = quietUntil(recipient.preferences.quiet, needs.clock.now());
  return quietEnd === null
    ? { ...(await prepareNote(needs, note)), isMore: next.isMore || others.length > 0, wakeAt: next.wakeAt }
    : { ...next, wakeAt: Math.min(next.wakeAt ?? quietEnd, quietEnd) };
}

/** Writes what happened after the recipients' own marks. @returns Nothing for one whose environment is gone. */
async function writeNext(
  { db, clock, newId }: Deps,
  recipients: readonly AlertRecipient[],
  decisions: ReadonlyMap<string, Decision>,
): Promise<ReadonlyMap<string, Prepared | Error>> {
  const changed = recipients.flatMap((recipient): NewMessage[] => {
    const decision = decisions.get(recipient.id);
    return decision === undefined || (decision.message === null && isSame(decision.next, recipient))
      ? []
      : [{ ...decision, recipient, id: newId() }];
  });
  const written = await writeNewMessages(db, changed, clock.now());
  const isChanged = new Set(changed.map(({ recipient }) => recipient.id));
  return new Map(
    recipients.flatMap(({ id }): [string, Prepared | Error][] => {
      const decision = decisions.get(id);
      if (decision === undefined) return [];
      if (!isChanged.has(id)) return [[id, { ready: null, isMore: decision.isCut, wakeAt: decision.wakeAt }]];
      const message = written.get(id);
      if (message === undefined) return [[id, toldByAnother()]];
      return [[id, { ready: message, isMore: decision.isCut, wakeAt: decision.wakeAt }]];
    }),
  );
}

const toldByAnother = (): Unfinished => new Unfinished('another worker told it');

/** What perhaps was accepted, if it is still true. */
function whatMayGoAgain(awaiting: Awaiting): WrittenBefore[] {
  const { recipient } = awaiting;
  const head = headOf(awaiting);
  if (head === null || head.facts === null || head.unclearSince === null) return [];
  const { facts: message, before, writtenAt } = head;
  return [{ recipient, message, words: head, from: before ?? markOf(recipient), writtenAt }];
}

/** What was read about what waits. */
interface AboutHead {
  /** What is to be told instead of what surely was not accepted; `null` where the environment is gone. */
  readonly decision: Decision | null;
  /** Of what perhaps was accepted. */
  readonly isTrue: boolean;
}

async function prepareHead(
  needs: Deps,
  { recipient, waiting: [, ...others] }: Awaiting,
  head: WaitingMessage,
  { decision, isTrue }: AboutHead,
): Promise<Prepared> {
  const { db, clock } = needs;
  const now = clock.now();
  const { facts, before, unclearSince } = head;
  if (facts === null) return prepareNote(needs, head);
  if (unclearSince !== null) {
    const why = whyNotAgain(head, unclearSince, now);
    // What happened since it was decided comes after it.
    if (why === null && isTrue) return { ...nothing, ready: head, isMore: true };
    const detail = why ?? ('replaced' satisfies OwnDetail);
    if (before !== null) return replace(needs, recipient, { ...head, before }, detail);
    await markMessageUnclear(db, head.id, detail, now);
    return { ...nothing, isMore: true };
  }
  if (before === null)
    return { ...nothing, ready: await rewordMessage(db, recipient, head, facts, now), isMore: true };
  if (decision === null) return callOff(needs, head);
  // One that was accepted and failed later may find another one waiting, whose mark lies behind its own.
  const merged = others.filter((each) => each.before !== null && each.unclearSince === null);
  const next =
    merged.length === 0 &&
    // Reminders are counted from its mark, which says when it was told.
    now - head.writtenAt < MINUTE_MS &&
    readsTheSame(head, decision, recipient, now)
      ? head
      : await rewriteMessage(db, recipient, head, merged, decision, now);
  const { isMore, ...then } = prepared(next, decision);
  return { ...then, isMore: isMore || others.length > 0 };
}

/** True when a message still says what is to be told, in the words of now: then its row and mark stay as they are. */
function readsTheSame(
  { facts, subject, lines }: WaitingMessage,
  { message }: Decision,
  recipient: AlertRecipient,
  now: number,
): boolean {
  if (message === null || factsOf(facts) !== factsOf(message)) return false;
  const words = wordsFor(message, recipient, now);
  return subject === words.subject && JSON.stringify(lines) === JSON.stringify(words.lines);
}

/** Without why it comes late, which its words say once it does, and without what is said beside. */
const factsOf = (message: AlertMessage | null): string =>
  JSON.stringify(message, (key, value) => (key === 'why' || key === 'around' ? undefined : value));

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
  const from = head.facts === null ? head.before : perhapsTold(head.before, head.facts);
  const decision = await decide(needs, { recipient, from, wasTried: true });
  if (decision === null) return callOff(needs, head);
  const written = await replaceMessage(
    db,
    recipient,
    { ...head, before: from },
    decision,
    newId(),
    detail,
    now,
  );
  return prepared(written, decision);
}

/** Why a message whose outcome is unknown cannot go again as it is; `null` when it can. */
function whyNotAgain({ batch, detail }: WaitingMessage, since: number, now: number): string | null {
  if (since <= now - KEY_LIFE_MS) return 'lost' satisfies OwnDetail;
  return batch === null ? (detail ?? ('replaced' satisfies OwnDetail)) : null;
}

function prepared(written: Written, { isCut, wakeAt }: Decision): Prepared {
  if (written === false) throw toldByAnother();
  return { ready: written, isMore: isCut, wakeAt };
}

const isSame = (one: Mark, other: Mark): boolean =>
  JSON.stringify(markOf(one)) === JSON.stringify(markOf(other));
