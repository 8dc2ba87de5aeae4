import { isPostedKind, type OffReason } from '#domain/alerts/codes.ts';
import { type AlertPreferences, choiceOffPlan } from '#domain/alerts/preferences.ts';
import { recipientsMax } from '#domain/alerts/shares.ts';
import {
  type AlertsView,
  CODE_DIGITS,
  CODE_MINUTES,
  type PostedAnswer,
  type RecipientRequest,
} from '#domain/api-schemas/alerts.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages/alerts.ts';
import type { AlertChoice } from '#domain/plans/alert-features.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { mailOf } from '#functions/platform/outbox.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { type Party, requireParty } from '#functions/tenants/require-party.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { changeSecret, requireKind, switchPostedOn } from './channels.ts';
import { countSentCode, hasRefused, putCode, refuseAddress, tryCode } from './codes-store.ts';
import { followMember } from './follow-owner.ts';
import type { AlertCodePayload } from './mail.ts';
import { addTestMessage, wakeRecipient } from './message-store.ts';
import { addTestPost, postWork } from './post-events.ts';
import {
  type AlertRecipient,
  addEmailRecipient,
  deleteRecipient,
  findRecipient,
  listRecipients,
  renameRecipient,
  savePreferences,
  switchRecipientOff,
} from './recipient-store.ts';
import { switchOff } from './report-off.ts';
import { switchOn, wayBack } from './switch-on.ts';
import { alertWork } from './tell-recipient.ts';
import { readAlerts } from './view.ts';

/** The account that asks, and from where. */
export interface Asking {
  readonly subject: string;
  /** IP address. */
  readonly network: string;
}

/**
 * Adds an e-mail address and sends its code. A member adds the account's own address, which the invitation proved.
 * @throws DomainError As `requireParty`; `owner-only` for another address of a member; `alert-refused`, `alert-known`, `alert-recipients-full`, `alert-code-wait`,
 *   `alert-code-day`.
 */
export async function addRecipient(
  needs: Deps,
  asking: Asking,
  { email, name = '' }: RecipientRequest,
): Promise<AlertsView> {
  const party = await requireParty(needs, asking.subject);
  const { tenant, membership } = party;
  const { orderId, plan } = tenant;
  if (membership !== null) {
    if (email !== membership.email) throw new DomainError('owner-only');
    if (await hasRefused(needs, email)) throw new DomainError('alert-refused');
    await followMember(needs, membership, true);
    return readAlerts(needs, party);
  }
  if (await hasRefused(needs, email)) throw new DomainError('alert-refused');
  const known = await listRecipients(needs.db, orderId);
  if (known.some(({ kind, address }) => kind === 'email' && address === email))
    throw new DomainError('alert-known');
  const most = recipientsMax(plan);
  const shared = known.filter(({ memberId }) => memberId === null);
  const emails = shared.filter(({ kind }) => kind === 'email').length;
  if (emails >= most.email || shared.length >= most.all) throw new DomainError('alert-recipients-full');
  const id = needs.newId();
  await countCode(needs, asking, email, true);
  const recipient = { id, orderId, address: email, label: name === '' ? null : name };
  if (!(await addEmailRecipient(needs.db, recipient, most, needs.clock.now())))
    throw new DomainError('alert-recipients-full');
  await sendCode(needs, tenant, id, email);
  return readAlerts(needs, party);
}

/**
 * Sends a new code; the one before is worth nothing then. An account's own address needs none where it may be on without; a
 * channel is asked for an answer instead.
 * @throws DomainError As `addRecipient`, and for a channel as `addPosted`; `not-found`.
 */
export async function resendCode(needs: Deps, asking: Asking, id: string): Promise<AlertsView> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  const { address, kind, state, offReason } = recipient;
  if (isPostedKind(kind)) {
    if (state !== 'on') await switchPostedOn(needs, party.tenant, { ...recipient, kind });
  } else if (kind === 'email' && state !== 'on') {
    const way = await wayBack(needs, recipient);
    if (way === 'never') throw new DomainError('alert-refused');
    if (way === 'by-code' || (await switchOn(needs, recipient, 'owner')) !== 'yes') {
      await countCode(needs, asking, address, false);
      // The provider sends nothing to an address that returned a mail, not even the code.
      if (offReason === 'missing') await needs.mailer.allowAgain(address);
      await sendCode(needs, party.tenant, id, address);
    }
  }
  return readAlerts(needs, party);
}

/**
 * Proves an address by its code.
 * @throws DomainError `not-found`, `alert-code-wrong`, `alert-code-over` after five wrong tries or fifteen minutes;
 *   `alert-refused`.
 */
export async function verifyRecipient(
  needs: Deps,
  asking: Asking,
  id: string,
  code: string,
): Promise<AlertsView> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  if (recipient.state !== 'on') {
    const tried = await tryCode(needs, id, code, needs.clock.now());
    if (tried === 'over') throw new DomainError('alert-code-over');
    if (tried === 'wrong') throw new DomainError('alert-code-wrong');
    const verdict = await switchOn(needs, recipient, 'reader');
    if (verdict === 'never') throw new DomainError('alert-refused');
    // Its reader left while the code was on its way.
    if (verdict === 'by-code') throw new DomainError('alert-code-over');
  }
  return readAlerts(needs, party);
}

/** Why a plan refuses a choice. */
const notOnPlan: Readonly<Record<AlertChoice, string>> = {
  monitorChoice: message('alerts.monitors-plan'),
  ownText: message('alerts.text-plan'),
};

/** @throws DomainError `not-found`; `alert-not-on-plan` for a new choice that the plan lacks. */
export async function choosePreferences(
  needs: Deps,
  asking: Asking,
  id: string,
  preferences: AlertPreferences,
): Promise<AlertsView> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  const { alerts } = needs.catalog.plan(party.tenant.plan);
  const lacking = choiceOffPlan(preferences, recipient.preferences, alerts);
  if (lacking !== null) throw new DomainError('alert-not-on-plan', { sentence: notOnPlan[lacking] });
  const now = needs.clock.now();
  await savePreferences(needs.db, recipient, JSON.stringify(preferences), now);
  // Quiet hours that end now may have held something.
  await wakeRecipient(needs.db, recipient, now);
  return readAlerts(needs, party);
}

/**
 * Removes a recipient; the owner's own address is switched off instead, and can be switched on again.
 * @throws DomainError `not-found`.
 */
export async function removeRecipient(needs: Deps, asking: Asking, id: string): Promise<AlertsView> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  const { tenant, membership } = party;
  const { orderId } = tenant;
  const now = needs.clock.now();
  const report = {
    events: [
      {
        kind: 'alert-recipient-off',
        orderId,
        detail: `${recipient.kind} ${membership === null ? 'owner' : 'member'} ${recipient.id}`,
      },
    ],
  };
  if (!recipient.isOwner) await deleteRecipient(needs.db, id, report, now);
  // What is off keeps its reason: with another one it would come back without the code that the reason asks for.
  else if (recipient.state !== 'off') await switchRecipientOff(needs.db, id, 'left', report, now);
  return readAlerts(needs, party);
}

/** @throws DomainError `not-found`. */
export async function nameRecipient(
  needs: Deps,
  asking: Asking,
  id: string,
  name: string,
): Promise<AlertsView> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  await renameRecipient(needs.db, recipient, name, needs.clock.now());
  return readAlerts(needs, party);
}

/**
 * Sends a test message to one recipient, at most one a minute.
 * @throws DomainError `not-found`, `rate-limited`; `alert-not-on-plan` for a kind that the plan lacks.
 */
export async function testRecipient(needs: Deps, asking: Asking, id: string): Promise<AlertsView> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  const { kind } = recipient;
  if (recipient.state !== 'on') throw new DomainError('not-found');
  if (isPostedKind(kind)) requireKind(needs, party.tenant, kind);
  const isWebhook = kind === 'webhook';
  const isAsked = isWebhook
    ? await addTestPost(needs, recipient)
    : await addTestMessage(needs.db, recipient, needs.newId(), needs.clock.now());
  if (!isAsked) throw new DomainError('rate-limited', { retryAfterSeconds: 60 });
  await runWorkNow(needs, isWebhook ? postWork : alertWork, [id]);
  return readAlerts(needs, party);
}

/** Gives a webhook a new secret. @throws DomainError `not-found`, also for another kind; `alert-not-on-plan`. */
export async function rotateSecret(needs: Deps, asking: Asking, id: string): Promise<PostedAnswer> {
  const { party, recipient } = await requireRecipient(needs, asking, id);
  return changeSecret(needs, party.tenant, recipient, () => readAlerts(needs, party));
}

/** Stops the messages to the reader of one. Idempotent. @throws DomainError `forbidden` for an unknown token. */
export async function leaveAlerts(needs: Deps, token: string): Promise<void> {
  await endRecipient(needs, token, 'left');
}

/** Stops them, and refuses the address for good, for every environment. @throws DomainError As `leaveAlerts`. */
export async function refuseAlerts(needs: Deps, token: string): Promise<void> {
  const recipient = await endRecipient(needs, token, 'refused');
  if (recipient?.kind === 'email') await refuseAddress(needs, recipient.address, needs.clock.now());
}

async function endRecipient(needs: Deps, token: string, reason: OffReason): Promise<AlertRecipient | null> {
  const id = await needs.alertLinks.idOf(token);
  if (id === null) throw new DomainError('forbidden');
  const recipient = await findRecipient(needs.db, id);
  if (recipient === null) return null;
  await switchOff(needs, recipient, reason);
  return recipient;
}

async function requireRecipient(
  needs: Deps,
  { subject }: Asking,
  id: string,
): Promise<{ party: Party; recipient: AlertRecipient }> {
  const party = await requireParty(needs, subject);
  const { tenant, membership } = party;
  const recipient = await findRecipient(needs.db, id);
  // One of another environment, or of another person in it, is answered like an unknown one.
  if (recipient?.orderId !== tenant.orderId || recipient.memberId !== (membership?.id ?? null))
    throw new DomainError('not-found');
  return { party, recipient };
}

async function countCode(
  needs: Deps,
  { subject, network }: Asking,
  email: string,
  isFirst: boolean,
): Promise<void> {
  const now = needs.clock.now();
  const counted = await countSentCode(needs, { email, subject, network }, isFirst, now);
  if (counted === 'wait') throw new DomainError('alert-code-wait');
  if (counted === 'day') throw new DomainError('alert-code-day');
}

async function sendCode(needs: Deps, tenant: Tenant, id: string, email: string): Promise<void> {
  const now = needs.clock.now();
  const code = newCode();
  const payload: AlertCodePayload = {
    to: email,
    subdominio: tenant.subdomain,
    token: code,
    owner: (await addresseeOf(needs, tenant)).to,
    refuse: await needs.alertLinks.tokenOf(id),
  };
  const mails = [mailOf(needs.newId(), 'alert-code', payload)];
  await putCode(needs, id, code, now + CODE_MINUTES * 60_000, { mails }, now);
}

/** Six random digits, each combination as likely as any other. */
function newCode(): string {
  const range = 10 ** CODE_DIGITS;
  const most = Math.floor(2 ** 32 / range) * range;
  let drawn = most;
  while (drawn >= most) [drawn = most] = crypto.getRandomValues(new Uint32Array(1));
  return String(drawn % range).padStart(CODE_DIGITS, '0');
}
