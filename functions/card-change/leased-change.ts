/** A card change under its lease: how its steps are written, how it ends, and its mail. */
import { formatBrand } from '#domain/card/brand.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import type { Deps } from '#functions/compose.ts';
import { addresseeOf } from '#functions/orders/addressee.ts';
import { type Leased, requireLease } from '#functions/platform/lease.ts';
import { type ChangeReport, mailOf, type OutgoingMail } from '#functions/platform/outbox.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { ShownCard } from '#functions/vendors/cards.ts';
import type { CardChange } from './card-change.ts';
import { moveCardChange } from './store.ts';

export type LeasedChange = Leased<CardChange>;

/**
 * Writes the next step with its report, and renews the lease.
 * @throws DomainError `idempotency-in-progress` when another caller has the lease.
 */
export async function move(
  needs: Pick<Deps, 'db' | 'clock'>,
  leased: LeasedChange,
  facts: Partial<CardChange>,
  report: ChangeReport = {},
): Promise<void> {
  leased.row = requireLease(await moveCardChange(needs.db, leased.row, facts, needs.clock.now(), report));
}

/** Closes a change without a new card, after removing what its page opened at the processor. */
export async function closeCardChange(
  needs: Deps,
  leased: LeasedChange,
  reason: EndReason | ErrorCode,
): Promise<void> {
  const { id, orderId } = leased.row;
  const event = { kind: 'card-change-closed', orderId, detail: `${id} ${reason}` };
  await settle(needs, leased, 'closed', { events: [event] });
}

/** Ends the change: the next charge uses the new card. */
export async function finishCardChange(needs: Deps, leased: LeasedChange): Promise<void> {
  const { id, orderId, brand, lastFour } = leased.row;
  const card = { brand: brand ?? 'UNKNOWN', lastFour: lastFour ?? '' };
  const event = { kind: 'card-changed', orderId, detail: `${id} ${card.brand} ${card.lastFour}` };
  const mail = await changedMail(needs, { id, orderId }, card);
  await settle(needs, leased, 'done', { events: [event], mails: [mail] });
}

async function settle(
  needs: Deps,
  leased: LeasedChange,
  state: 'done' | 'closed',
  report: ChangeReport,
): Promise<void> {
  const { pageSubscriptionId } = leased.row;
  if (pageSubscriptionId !== null) await needs.processor.cancelSubscription(pageSubscriptionId);
  const forgotten = { cardToken: null, remoteIp: null, payUrl: null };
  await move(needs, leased, { state, settledAt: needs.clock.now(), ...forgotten }, report);
}

/** The mail that lets a customer notice a card change made by someone else. */
export async function changedMail(
  needs: Deps,
  { id, orderId }: Pick<CardChange, 'id' | 'orderId'>,
  { brand, lastFour }: ShownCard,
): Promise<OutgoingMail> {
  const subdomain = (await findTenant(needs.db, orderId))?.subdomain ?? '';
  const recipient = await addresseeOf(needs, { orderId, subdomain });
  const payload = { ...recipient, brand: formatBrand(brand), lastFour, changedAt: needs.clock.now() };
  return mailOf(`card-changed-${id}`, 'card-changed', payload);
}
