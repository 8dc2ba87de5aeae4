import type { OffReason } from '#domain/alerts/codes.ts';
import { DomainError } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import {
  noteLimited,
  noteProviderWorks,
  noteTrouble,
  type ProviderState,
} from '#functions/platform/provider-store.ts';
import type { Again } from '#functions/platform/work/define-work.ts';
import {
  HOUR_MS,
  type Meaning,
  PAGE_AFTER_MS,
  RATE_PAUSE_MAX_MS,
  REFUSED_PAUSE_MS,
} from '#functions/vendors/delivery.ts';
import { type OwnDetail, providerWords } from './delivery-words.ts';
import { endRecipient } from './end-recipient.ts';
import { forgetWarning } from './endings-store.ts';
import { noTries, type WaitingMessage } from './message-store.ts';
import {
  countRefusedMessages,
  isOtherSentSince,
  listRefusedAlike,
  markMessageSent,
  markMessageUnclear,
  noteDelay,
  noteHeld,
  noteUnclearTry,
  refuseMessage,
} from './outcome-store.ts';
import { type AlertRecipient, moveRecipient } from './recipient-store.ts';
import { warnOthers } from './report-off.ts';

interface Tried {
  readonly recipient: AlertRecipient;
  readonly message: WaitingMessage;
  /** As it was before this answer. */
  readonly provider: ProviderState;
}

type Refused = Extract<Meaning, { kind: 'message-refused' }>;

/** The same refusal for so many recipients within this time is about us. */
const ALIKE_MS = 10 * 60_000;
const ALIKE = 3;
/** Of so many environments: one environment's texts are that environment's. */
const ALIKE_ENVIRONMENTS = 2;
/** Two chats that are asked to wait within this time: we are too fast altogether. */
const LIMITED_TOGETHER_MS = 5_000;
/** A provider knows a key for a day; afterwards a try could be a second mail. */
const UNCLEAR_MAX_MS = 24 * HOUR_MS;

const LOST: OwnDetail = 'lost';
/** What ended recipients are called, by kind. */
const endedReason = { email: 'missing', telegram: 'blocked' } as const satisfies Record<string, OffReason>;
const unavailable = { email: 'mail-unavailable', telegram: 'messenger-unavailable' } as const;

/**
 * @returns `null` when the message is settled; else when to try again.
 * @throws DomainError `mail-unavailable` or `messenger-unavailable` when nothing is known about the outcome.
 */
export async function settleAnswer(needs: Deps, tried: Tried, meaning: Meaning): Promise<Again | null> {
  const { recipient, message, provider } = tried;
  const { db } = needs;
  const { kind } = recipient;
  const now = needs.clock.now();
  switch (meaning.kind) {
    case 'sent':
      await markMessageSent(db, message.id, now);
      await noteWorks(needs, provider);
      // An accepted mail may still come back: only its delivery ends that trouble (follow-mail.ts).
      if (kind === 'telegram' && recipient.warnedAt !== null) await forgetWarning(db, recipient.id);
      return null;
    case 'message-refused':
      return refuse(needs, tried, meaning);
    case 'recipient-ended':
      await noteWorks(needs, provider);
      await endRecipient(needs, recipient, endedReason[kind], message.id);
      return null;
    case 'recipient-waits':
      await noteWorks(needs, provider);
      return wait(needs, tried, meaning);
    case 'recipient-paused':
      return pause(needs, tried, meaning);
    case 'provider-waits': {
      const { code: reason, ms: pauseMs, pageAfterMs } = meaning;
      await noteTrouble(db, kind, { reason, pauseMs, pageAfterMs }, now);
      await noteDelay(db, message.id, providerWords[kind]);
      return { againAt: now + pauseMs };
    }
    case 'unclear':
      return unclear(needs, tried, meaning);
    case 'maybe-sent':
      await markMessageUnclear(db, message.id, meaning.code, now);
      return null;
    case 'moved':
      await moveRecipient(db, recipient.id, meaning.chat);
      return { againAt: now };
  }
}

const noteWorks = async ({ db }: Deps, { kind, troubledSince }: ProviderState): Promise<void> => {
  if (troubledSince !== null) await noteProviderWorks(db, kind);
};

async function refuse(
  needs: Deps,
  { recipient, message, provider }: Tried,
  meaning: Refused,
): Promise<Again | null> {
  const { db } = needs;
  const { code, endsAfter, mayBeOurs, isDefect } = meaning;
  const now = needs.clock.now();
  if (mayBeOurs === true && (await isAboutUs(needs, recipient, provider, code))) {
    const trouble = { reason: code, pauseMs: REFUSED_PAUSE_MS, pageAfterMs: 0 };
    await noteTrouble(db, recipient.kind, trouble, now);
    await noteDelay(db, message.id, providerWords[recipient.kind]);
    return { againAt: now + REFUSED_PAUSE_MS };
  }
  if (mayBeOurs !== true) await noteWorks(needs, provider);
  if (endsAfter !== undefined) {
    const before = await countRefusedMessages(db, recipient.id, code, 0, 'sent');
    const isLast = before.count + 1 >= endsAfter.times && (before.firstAt ?? now) <= now - endsAfter.overMs;
    if (isLast) {
      await endRecipient(needs, recipient, endedReason[recipient.kind], message.id);
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
  { recipient, message: { id, tries = noTries } }: Tried,
  { code, ms, refusedAfterMs, endsAfterWaits }: Extract<Meaning, { kind: 'recipient-waits' }>,
): Promise<Again | null> {
  const now = needs.clock.now();
  if (refusedAfterMs !== undefined && (tries.heldSince ?? now) <= now - refusedAfterMs) {
    await refuseMessage(needs.db, id, code, now);
    return null;
  }
  if (endsAfterWaits !== undefined && tries.waits >= endsAfterWaits) {
    await endRecipient(needs, recipient, endedReason[recipient.kind], id);
    return null;
  }
  await noteHeld(needs.db, id, code, endsAfterWaits === undefined ? 0 : 1, now);
  if (endsAfterWaits === undefined) await warnOthers(needs, recipient, 'rights');
  return { againAt: now + ms };
}

async function pause(
  needs: Deps,
  { recipient, message: { id, tries = noTries }, provider }: Tried,
  { code, ms }: Extract<Meaning, { kind: 'recipient-paused' }>,
): Promise<Again> {
  const { db } = needs;
  const { kind } = recipient;
  const now = needs.clock.now();
  // The chat that was asked before comes back by itself; it is no second one.
  const isSecond =
    tries.heldSince === null && provider.limitedAt !== null && provider.limitedAt > now - LIMITED_TOGETHER_MS;
  if (isSecond)
    await noteTrouble(
      db,
      kind,
      { reason: 'rate', pauseMs: Math.min(ms, RATE_PAUSE_MAX_MS), pageAfterMs: PAGE_AFTER_MS },
      now,
    );
  await noteLimited(db, kind, now);
  await noteHeld(db, id, code, 0, now);
  return { againAt: now + ms };
}

async function unclear(
  needs: Deps,
  { recipient, message: { id, tries = noTries } }: Tried,
  { code, ms }: Extract<Meaning, { kind: 'unclear' }>,
): Promise<Again | null> {
  const { db } = needs;
  const { kind } = recipient;
  const now = needs.clock.now();
  const since = tries.unclearSince ?? now;
  // Others are accepted meanwhile, so it is this message, and it holds up the next one.
  if (since <= now - UNCLEAR_MAX_MS && (await isOtherSentSince(db, kind, since))) {
    await markMessageUnclear(db, id, LOST, now);
    return null;
  }
  await noteUnclearTry(db, id, providerWords[kind], now);
  if (ms !== undefined) return { againAt: now + ms };
  await noteTrouble(db, kind, { reason: code, pauseMs: 0, pageAfterMs: PAGE_AFTER_MS }, now);
  throw new DomainError(unavailable[kind], { message: `${kind}: ${code}` });
}
