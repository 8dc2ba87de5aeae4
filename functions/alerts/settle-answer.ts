/** Carries out what a provider's answer means: functions/vendors/delivery.ts says what it may be, docs/alerts.md what follows. */
import type { OffReason, RecipientKind } from '#domain/alerts/codes.ts';
import { DomainError, type ErrorCode } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import {
  noteLimited,
  noteProviderWorks,
  noteTrouble,
  type ProviderState,
  readProvider,
} from '#functions/platform/provider-store.ts';
import type { Again, Outcome } from '#functions/platform/work/define-work.ts';
import {
  type Meaning,
  PAGE_AFTER_MS,
  RATE_PAUSE_MAX_MS,
  REFUSED_PAUSE_MS,
} from '#functions/vendors/delivery.ts';
import { providerWords } from './delivery-words.ts';
import { endRecipient } from './end-recipient.ts';
import { forgetWarning } from './endings-store.ts';
import type { WaitingMessage } from './message-store.ts';
import {
  breakBatch,
  countRefusedMessages,
  listRefusedAlike,
  markMessagesSent,
  noteDelay,
  noteHeld,
  refuseMessage,
} from './outcome-store.ts';
import { type AlertRecipient, moveRecipient } from './recipient-store.ts';
import { warnOthers } from './report-off.ts';

/** A message with whom it is for. */
export interface Addressed {
  readonly recipient: AlertRecipient;
  readonly message: WaitingMessage;
}

interface Tried extends Addressed {
  /** As it was before this answer. */
  readonly provider: ProviderState;
  /** When it was first tried; `null` when an earlier try may have been accepted. */
  readonly begunAt: number | null;
}

type Refused = Extract<Meaning, { kind: 'message-refused' }>;

/** The same refusal for so many recipients within this time is about us. */
const ALIKE_MS = 10 * 60_000;
const ALIKE = 3;
/** Of so many environments: one environment's texts are that environment's. */
const ALIKE_ENVIRONMENTS = 2;
/** Two chats that are asked to wait within this time: we are too fast altogether. */
const LIMITED_TOGETHER_MS = 5_000;
/** What ended recipients are called, by kind. */
const endedReasonOf = (kind: RecipientKind): OffReason => (kind === 'telegram' ? 'blocked' : 'missing');
const unavailableOf = (kind: RecipientKind): ErrorCode =>
  kind === 'email' ? 'mail-unavailable' : 'messenger-unavailable';

/** What an answer means that is about everything in its request. */
type OfAll = Extract<Meaning, { kind: 'sent' | 'provider-waits' | 'unclear' | 'maybe-sent' }>;

/** True when an answer about several messages is one fact about all of them. */
export const isOfAll = (meaning: Meaning): meaning is OfAll =>
  meaning.kind === 'sent' ||
  meaning.kind === 'provider-waits' ||
  meaning.kind === 'unclear' ||
  meaning.kind === 'maybe-sent';

/**
 * Carries out what an answer means for everything in its request.
 * @returns For each of them: `null` when it is settled; when to try again; or an error when nothing is known.
 */
export async function settleAll(
  needs: Deps,
  kind: RecipientKind,
  members: readonly Addressed[],
  { provider, begunAt }: Pick<Tried, 'provider' | 'begunAt'>,
  meaning: OfAll,
): Promise<Outcome> {
  const { db, clock } = needs;
  const now = clock.now();
  const ids = members.map(({ message }) => message.id);
  switch (meaning.kind) {
    case 'sent':
      await markMessagesSent(db, ids, now);
      await noteWorks(needs, provider);
      // An accepted mail may still come back: only its delivery ends that trouble (follow-mail.ts).
      if (kind !== 'email')
        for (const { recipient } of members)
          if (recipient.warnedAt !== null) await forgetWarning(db, recipient.id);
      return null;
    case 'provider-waits': {
      const { code: reason, ms: pauseMs, pageAfterMs } = meaning;
      await noteTrouble(db, kind, { reason, pauseMs, pageAfterMs }, now);
      await noteDelay(db, ids, providerWords[kind], begunAt);
      return { againAt: now + pauseMs };
    }
    case 'maybe-sent':
      await noteWorks(needs, provider);
      // An earlier try with other bytes was accepted: what is true now goes under another key.
      for (const batch of new Set(members.map(({ message }) => message.batch)))
        if (batch !== null) await breakBatch(db, batch, meaning.code);
      return { againAt: now };
    case 'unclear': {
      await noteDelay(db, ids, providerWords[kind]);
      if (meaning.ms !== undefined) return { againAt: now + meaning.ms };
      await noteTrouble(db, kind, { reason: meaning.code, pauseMs: 0, pageAfterMs: PAGE_AFTER_MS }, now);
      return new DomainError(unavailableOf(kind), { message: `${kind}: ${meaning.code}` });
    }
  }
}

/**
 * Carries out what an answer means for one message.
 * @returns As `settleAll`.
 */
export async function settleAnswer(needs: Deps, tried: Tried, meaning: Meaning): Promise<Outcome> {
  const { recipient, message, provider, begunAt } = tried;
  const now = needs.clock.now();
  if (isOfAll(meaning)) return settleAll(needs, recipient.kind, [tried], tried, meaning);
  switch (meaning.kind) {
    case 'message-refused':
      return refuse(needs, tried, meaning);
    case 'recipient-ended':
      await noteWorks(needs, provider);
      await endRecipient(needs, recipient, endedReasonOf(recipient.kind), message.id);
      return null;
    case 'recipient-waits':
      await noteWorks(needs, provider);
      return wait(needs, tried, meaning);
    case 'recipient-paused':
      return pause(needs, tried, meaning);
    case 'moved':
      await moveRecipient(needs.db, recipient.id, meaning.chat);
      await noteDelay(needs.db, [message.id], null, begunAt);
      return { againAt: now };
  }
}

const noteWorks = async ({ db }: Deps, { kind, troubledSince }: ProviderState): Promise<void> => {
  if (troubledSince !== null) await noteProviderWorks(db, kind);
};

async function refuse(
  needs: Deps,
  { recipient, message, provider, begunAt }: Tried,
  meaning: Refused,
): Promise<Again | null> {
  const { db } = needs;
  const { code, endsAfter, mayBeOurs, isDefect } = meaning;
  const now = needs.clock.now();
  if (mayBeOurs === true && (await isAboutUs(needs, recipient, provider, code))) {
    const trouble = { reason: code, pauseMs: REFUSED_PAUSE_MS, pageAfterMs: 0 };
    await noteTrouble(db, recipient.kind, trouble, now);
    await noteDelay(db, [message.id], providerWords[recipient.kind], begunAt);
    return { againAt: now + REFUSED_PAUSE_MS };
  }
  if (mayBeOurs !== true) await noteWorks(needs, provider);
  if (endsAfter !== undefined) {
    const before = await countRefusedMessages(db, recipient.id, code, 0, 'sent');
    const isLast = before.count + 1 >= endsAfter.times && (before.firstAt ?? now) <= now - endsAfter.overMs;
    if (isLast) {
      await endRecipient(needs, recipient, endedReasonOf(recipient.kind), message.id);
      return null;
    }
  }
  await refuseMessage(db, message.id, code, now);
  if (isDefect === true) {
    // The page lasts until the provider accepts a message again; nothing waits.
    await noteTrouble(db, recipient.kind, { reason: code, pauseMs: 0, pageAfterMs: 0 }, now);
    await notifyOperators(needs, 'alert-defect', { subdomain: null, reference: message.id });
  }
  return null;
}

/** True when the same was answered about others, or is what the provider answers since a while. */
async function isAboutUs(
  { db, clock }: Deps,
  { id, orderId, kind }: AlertRecipient,
  { troubledSince, reason }: ProviderState,
  code: string,
): Promise<boolean> {
  if (troubledSince !== null && reason === code) return true;
  const others = await listRefusedAlike(db, kind, code, id, clock.now() - ALIKE_MS);
  const recipients = new Set([id, ...others.map(({ recipientId }) => recipientId)]);
  const environments = new Set([orderId, ...others.map((each) => each.orderId)]);
  return recipients.size >= ALIKE && environments.size >= ALIKE_ENVIRONMENTS;
}

async function wait(
  needs: Deps,
  { recipient, message: { id, heldSince, waits }, begunAt }: Tried,
  {
    code,
    ms,
    refusedAfterMs,
    endsAfterWaits,
    endsAfterMs = 0,
    isToldToOthers,
  }: Extract<Meaning, { kind: 'recipient-waits' }>,
): Promise<Again | null> {
  const now = needs.clock.now();
  if (refusedAfterMs !== undefined && (heldSince ?? now) <= now - refusedAfterMs) {
    await refuseMessage(needs.db, id, code, now);
    return null;
  }
  const isOld = (heldSince ?? now) <= now - endsAfterMs;
  if (endsAfterWaits !== undefined && waits >= endsAfterWaits && isOld) {
    await endRecipient(needs, recipient, endedReasonOf(recipient.kind), id);
    return null;
  }
  await noteHeld(needs.db, id, code, { waits: endsAfterWaits === undefined ? 0 : 1, begunAt }, now);
  if (isToldToOthers === true)
    await warnOthers(needs, recipient, recipient.kind === 'telegram' ? 'rights' : 'channel');
  return { againAt: now + ms };
}

async function pause(
  needs: Deps,
  { recipient, message: { id, heldSince }, begunAt }: Tried,
  { code, ms }: Extract<Meaning, { kind: 'recipient-paused' }>,
): Promise<Again> {
  const { db } = needs;
  const { kind } = recipient;
  const now = needs.clock.now();
  // The chat that was asked before comes back by itself; it is no second one.
  const { limitedAt } = await readProvider(db, kind);
  const isSecond = heldSince === null && limitedAt !== null && limitedAt > now - LIMITED_TOGETHER_MS;
  if (isSecond)
    await noteTrouble(
      db,
      kind,
      { reason: 'rate', pauseMs: Math.min(ms, RATE_PAUSE_MAX_MS), pageAfterMs: PAGE_AFTER_MS },
      now,
    );
  await noteLimited(db, kind, now);
  await noteHeld(db, id, code, { waits: 0, begunAt }, now);
  return { againAt: now + ms };
}
