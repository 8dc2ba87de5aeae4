/**
 * Continues a card change from its current step: pays the late charge, puts the card on the subscription, or reads the
 * page. Called by the original request, by a webhook event, or by the scheduled job.
 *
 * Owns: how each result of a processor call ends a step. Putting the same card on a subscription twice is harmless, so
 * a lost response is followed by the same call; a payment is looked up first. The caller holds the lease.
 */
import { codeOf, DomainError } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import type { Deps } from '#functions/compose.ts';
import { answered, createOnce, isRefusal, requireClear } from '#functions/platform/create-once.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { PaymentSnapshot } from '#functions/vendors/processor.ts';
import { closeCardChange, finishCardChange, type LeasedChange, move } from './leased-change.ts';

/** @throws DomainError `payment-declined`: closed, the old card stays; `payment-unclear`: a later run continues. */
export async function advanceCardChange(needs: Deps, leased: LeasedChange): Promise<void> {
  switch (leased.row.state) {
    case 'paying':
      return checkLatePayment(needs, leased);
    case 'putting':
      return putCard(needs, leased);
    case 'waiting':
      return checkPage(needs, leased);
    case 'asked':
    case 'done':
    case 'closed':
      return;
  }
}

/** Pays the late charge with the new card. A refusal closes the change and keeps the old card. */
export async function payLate(needs: Deps, leased: LeasedChange): Promise<void> {
  const { pays, subscriptionId, cardToken } = leased.row;
  if (pays === null || cardToken === null) return;
  await createOnce(needs, leased, {
    lookUp: () => readPaid(needs, pays),
    prepare: async () => () => needs.processor.chargeAgain({ paymentId: pays, subscriptionId }, cardToken),
    announce: (unclearUntil) => move(needs, leased, { state: 'paying', unclearUntil }),
    failed: async ({ error, isClear }) => {
      if (isClear) await closeCardChange(needs, leased, codeOf(error));
    },
  });
}

/** Looks up a payment whose response was lost. */
async function checkLatePayment(needs: Deps, leased: LeasedChange): Promise<void> {
  if ((await readPaid(needs, leased.row.pays ?? '')) !== null) return putCard(needs, leased);
  requireClear(needs, leased.row);
  await closeCardChange(needs, leased, 'unpaid');
}

/** The payment if it was made, also when it is disputed since. */
async function readPaid({ processor }: Deps, paymentId: string): Promise<PaymentSnapshot | null> {
  const payment = await processor.readPayment(paymentId);
  return payment?.state === 'confirmed' || payment?.state === 'disputed' ? payment : null;
}

/** Puts the card on the subscription and on its open charges. */
export async function putCard(needs: Deps, leased: LeasedChange): Promise<void> {
  const { subscriptionId, cardToken, remoteIp, unclearUntil } = leased.row;
  await move(needs, leased, { state: 'putting', unclearUntil: needs.clock.now() + CHARGING_MS_MAX });
  try {
    await needs.processor.setCard(subscriptionId, cardToken ?? '', remoteIp ?? '');
  } catch (error) {
    if (isRefusal(error)) answered(leased, unclearUntil);
    return settleRefusal(needs, leased, error);
  }
  answered(leased, unclearUntil);
  await finishCardChange(needs, leased);
}

/** After a refusal: asks the processor which card it has; if that fails, a later run repeats the call. */
async function settleRefusal(needs: Deps, leased: LeasedChange, error: unknown): Promise<void> {
  if (await hasNewCard(needs, leased)) return finishCardChange(needs, leased);
  const code = codeOf(error);
  const isRefused = code === 'payment-declined' || code === 'validation-failed';
  if (isRefused || (await isGone(needs, leased))) {
    if (leased.row.pageId !== null) await notifyPageRefusal(needs, leased);
    await closeCardChange(needs, leased, isRefused ? code : 'gone');
    throw isRefused ? error : new DomainError('subscription-missing');
  }
  // The processor changed nothing and charged nothing, so the customer may try again.
  const { pays, pageId, unclearUntil } = leased.row;
  if (unclearUntil === 0 && pays === null && pageId === null) await closeCardChange(needs, leased, code);
  throw error;
}

async function hasNewCard({ processor }: Deps, { row: change }: LeasedChange): Promise<boolean> {
  const shown = await processor.readCard(change.subscriptionId).catch(() => null);
  return shown !== null && shown.token === change.cardToken;
}

async function isGone({ processor }: Deps, { row: change }: LeasedChange): Promise<boolean> {
  const details = await processor.readSubscription(change.subscriptionId).catch(() => undefined);
  return details === null || details?.status === 'deleted';
}

/** Takes the card typed on the page. Ending the change also removes the subscription that the page opened. */
async function checkPage(needs: Deps, leased: LeasedChange): Promise<void> {
  if (await takePageCard(needs, leased)) return;
  if (leased.row.expiresAt >= needs.clock.now()) return;
  await closeCardPage(needs, leased, 'expired');
}

/** Closes the page at the processor, and closes the change if no card was typed there. */
export async function closeCardPage(needs: Deps, leased: LeasedChange, reason: EndReason): Promise<void> {
  const { pageId } = leased.row;
  if (pageId !== null) {
    await needs.processor.closeHostedPage(pageId);
    if (await takePageCard(needs, leased)) return;
  }
  await closeCardChange(needs, leased, reason);
}

/** False while no card has been typed on the page. */
async function takePageCard(needs: Deps, leased: LeasedChange): Promise<boolean> {
  const { pageId } = leased.row;
  const opened = pageId === null ? null : await needs.processor.findHostedPurchase(pageId);
  if (opened === null) return false;
  const card = await needs.processor.readCard(opened.subscriptionId);
  const pageSubscriptionId = opened.subscriptionId;
  if (card === null) {
    await move(needs, leased, { pageSubscriptionId });
    await notifyPageRefusal(needs, leased);
    await closeCardChange(needs, leased, 'no-card');
    return true;
  }
  const { token: cardToken, brand, lastFour } = card;
  await move(needs, leased, { state: 'putting', pageSubscriptionId, cardToken, brand, lastFour });
  await putCard(needs, leased);
  return true;
}

/** Notifies the operators that the card typed on the page could not be used. */
async function notifyPageRefusal(needs: Deps, { row: change }: LeasedChange): Promise<void> {
  const { orderId, id: reference } = change;
  const subdomain = (await findTenant(needs.db, orderId))?.subdomain ?? null;
  await notifyOperators(needs, 'card-page-failed', { orderId, subdomain, reference });
}
