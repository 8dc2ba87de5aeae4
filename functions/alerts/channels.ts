/**
 * Adds a team's channel or a webhook, and switches one on again: whoever has its secret address may write there, and a test
 * that is answered proves that it works.
 */

import { checkChannelAddress, maskedAddress } from '#domain/alerts/channel-address.ts';
import { kindNames, type PostedKind } from '#domain/alerts/codes.ts';
import type { AlertMessage } from '#domain/alerts/lines.ts';
import { recipientsMax } from '#domain/alerts/shares.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import type { AlertsView, PostedAnswer, PostedRequest } from '#domain/api-schemas/alerts.ts';
import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages/alerts.ts';
import { firstPlanWith } from '#domain/plans/alert-features.ts';
import { tenantUrl } from '#domain/subdomain/tenant-url.ts';
import type { Deps } from '#functions/compose.ts';
import { requireParty } from '#functions/tenants/require-party.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { bodyOf } from './channel-body.ts';
import { addChannel } from './channel-recipients.ts';
import { detailWords } from './delivery-words.ts';
import { testPost } from './post-body.ts';
import { type AlertRecipient, listRecipients } from './recipient-store.ts';
import { switchOn } from './switch-on.ts';
import { readAlerts } from './view.ts';
import { findSigning, keepNewSecret, newSecret, type Signing } from './webhook-store.ts';

interface Place {
  readonly kind: PostedKind;
  readonly address: string;
}

/**
 * Adds a channel or webhook. Nothing is kept where its test is not answered.
 * @returns The page, and the secret of a webhook, which is never shown again.
 * @throws DomainError As `requireParty`; `owner-only`, `alert-not-on-plan`, `validation-failed` for the address,
 *   `alert-known`, `alert-recipients-full`, `rate-limited`, `alert-channel-silent`.
 */
export async function addPosted(
  needs: Deps,
  subject: string,
  { kind, address: typed, name = '' }: PostedRequest,
): Promise<PostedAnswer> {
  const party = await requireParty(needs, subject);
  const { tenant, membership } = party;
  if (membership !== null) throw new DomainError('owner-only');
  requireKind(needs, tenant, kind);
  const checked = checkChannelAddress(kind, typed, needs.ownZones);
  if (!checked.ok)
    throw new DomainError('validation-failed', { fields: { address: message(checked.problem) } });
  const address = checked.value;
  const { orderId } = tenant;
  const known = await listRecipients(needs.db, orderId);
  if (known.some((each) => each.kind === kind && each.address === address))
    throw new DomainError('alert-known');
  const most = recipientsMax(tenant.plan);
  if (known.filter(({ memberId }) => memberId === null).length >= most.all)
    throw new DomainError('alert-recipients-full');
  const secret = kind === 'webhook' ? newSecret() : null;
  await requireAnswer(needs, tenant, { kind, address }, secret === null ? null : { secret, oldSecret: null });
  const recipient = { id: needs.newId(), orderId, address };
  const label = name === '' ? maskedAddress(address) : name;
  if (!(await addChannel(needs.db, recipient, { kind, label, secret }, most, needs.clock.now())))
    throw new DomainError('alert-recipients-full');
  return { alerts: await readAlerts(needs, party), secret };
}

/**
 * Switches a channel or webhook on again that was off, after an answered test.
 * @throws DomainError As `addPosted`.
 */
export async function switchPostedOn(
  needs: Deps,
  tenant: Tenant,
  recipient: AlertRecipient & { readonly kind: PostedKind },
): Promise<void> {
  requireKind(needs, tenant, recipient.kind);
  await requireAnswer(
    needs,
    tenant,
    recipient,
    recipient.kind === 'webhook' ? await findSigning(needs.db, recipient.id, needs.clock.now()) : null,
  );
  await switchOn(needs, recipient, 'reader');
}

/**
 * Gives a webhook a new secret; for a day the one before signs too.
 * @returns The page, and the secret.
 * @throws DomainError `not-found` for another kind; `alert-not-on-plan`.
 */
export async function changeSecret(
  needs: Deps,
  tenant: Tenant,
  recipient: AlertRecipient,
  read: () => Promise<AlertsView>,
): Promise<PostedAnswer> {
  if (recipient.kind !== 'webhook') throw new DomainError('not-found');
  requireKind(needs, tenant, recipient.kind);
  const secret = newSecret();
  await keepNewSecret(needs.db, recipient, secret, needs.clock.now());
  return { alerts: await read(), secret };
}

/** @throws DomainError `alert-not-on-plan`, with the first plan that has it. */
export function requireKind(
  { catalog }: Pick<Deps, 'catalog'>,
  { plan }: Pick<Tenant, 'plan'>,
  kind: PostedKind,
): void {
  if (catalog.plan(plan).alerts.kinds.includes(kind)) return;
  const first = firstPlanWith(catalog.plans, kind);
  throw new DomainError('alert-not-on-plan', {
    sentence: message('channel.not-on-plan', { canal: kindNames[kind], plano: first?.name ?? '' }),
  });
}

/**
 * Writes a test, and waits for its answer.
 * @throws DomainError `alert-channel-silent` with what was answered; `rate-limited`, because the address is a stranger's.
 */
async function requireAnswer(
  needs: Deps,
  tenant: Tenant,
  { kind, address }: Place,
  signing: Signing | null,
): Promise<void> {
  const { hostname } = new URL(address);
  const isCalm =
    (await needs.rateLimiter.allow('look', tenant.orderId)) &&
    (await needs.rateLimiter.allow('look-host', `${tenant.orderId} ${hostname}`));
  if (!isCalm) throw new DomainError('rate-limited', { retryAfterSeconds: 60 });
  const why = await answerOf(needs, tenant, { kind, address }, signing);
  if (why !== null)
    throw new DomainError('alert-channel-silent', {
      sentence: message('channel.silent', { motivo: why }),
      fields: { address: message('channel.silent', { motivo: why }) },
    });
}

/** Why a test was not accepted, in words; `null` where it was. */
async function answerOf(
  needs: Deps,
  { orderId, subdomain }: Tenant,
  { kind, address }: Place,
  signing: Signing | null,
): Promise<string | null> {
  const now = needs.clock.now();
  if (kind === 'webhook') {
    const { body, headers } = await testPost(needs, orderId, signing, now);
    const answer = await needs.teamChannels.post(address, body, headers);
    if (answer.outcome === 'accepted') return null;
    return statusWords(answer.outcome === 'gone' ? 410 : answer.status);
  }
  const facts: AlertMessage = { lines: [{ what: 'test', at: now }], share: null, mayBeOurs: false };
  const body = bodyOf(kind, {
    written: writeAlert(facts, BUSINESS_TIME_ZONE, now),
    panel: tenantUrl(needs.tenantUrlTemplate, subdomain),
    siteUrl: needs.siteUrl,
    seenUrl: null,
  });
  const meaning = await needs.teamChannels.write(kind, address, body);
  if (meaning.kind === 'sent') return null;
  return 'code' in meaning ? detailWords(meaning.code) : statusWords(null);
}

const statusWords = (status: number | null): string =>
  status === null ? message('channel.no-answer') : message('channel.status', { status });
