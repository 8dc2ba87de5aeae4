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
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import { isRefusal } from '#functions/vendors/processor.ts';
import { closeCardChange, finishCardChange, move, type Work } from './leased-change.ts';

type Needs = NeedsOf<typeof closeCardChange> & NeedsOf<typeof notifyOperators> & Pick<Deps, 'processor'>;

/** @throws DomainError `payment-declined`: closed, the old card stays; `payment-unclear`: a later run continues. */
export async function advanceCardChange(needs: Needs, work: Work): Promise<void> {
  switch (work.change.state) {
    case 'paying':
      return syncContractCharge(needs, work);
    case 'putting':
      return putCard(needs, work);
    case 'waiting':
      return checkPage(needs, work);
    case 'asked':
    case 'done':
    case 'closed':
      return;
  }
}

/** Pays the late charge with the new card. A refusal closes the change and keeps the old card. */
export async function payLate(needs: Needs, work: Work): Promise<void> {
  const { pays, subscriptionId, cardToken } = work.change;
  if (pays === null || cardToken === null) return;
  await move(needs, work, { state: 'paying', unclearUntil: needs.clock.now() + CHARGING_MS_MAX });
  try {
    await needs.processor.chargeAgain({ paymentId: pays, subscriptionId }, cardToken);
  } catch (error) {
    if (isRefusal(error)) {
      work.isClear = true;
      await closeCardChange(needs, work, codeOf(error));
    }
    throw error;
  }
}

/** Looks up a payment whose response was lost. */
async function syncContractCharge(needs: Needs, work: Work): Promise<void> {
  const payment = work.change.pays === null ? null : await needs.processor.readPayment(work.change.pays);
  if (payment?.state === 'confirmed' || payment?.state === 'disputed') return putCard(needs, work);
  if (work.change.unclearUntil >= needs.clock.now()) throw new DomainError('payment-unclear');
  await closeCardChange(needs, work, 'unpaid');
}

/** Puts the card on the subscription and on its open charges. */
export async function putCard(needs: Needs, work: Work): Promise<void> {
  const isFirst = work.change.unclearUntil === 0;
  await move(needs, work, { state: 'putting', unclearUntil: needs.clock.now() + CHARGING_MS_MAX });
  const { subscriptionId, cardToken, remoteIp } = work.change;
  try {
    await needs.processor.setCard(subscriptionId, cardToken ?? '', remoteIp ?? '');
  } catch (error) {
    work.isClear = isFirst && isRefusal(error);
    return settleRefusal(needs, work, error);
  }
  work.isClear = isFirst;
  await finishCardChange(needs, work);
}

/** After a refusal: asks the processor which card it has; if that fails, a later run repeats the call. */
async function settleRefusal(needs: Needs, work: Work, error: unknown): Promise<void> {
  if (await hasNewCard(needs, work)) return finishCardChange(needs, work);
  const code = codeOf(error);
  const isRefused = code === 'payment-declined' || code === 'validation-failed';
  if (isRefused || (await isGone(needs, work))) {
    if (work.change.pageId !== null) await notifyPageRefusal(needs, work);
    await closeCardChange(needs, work, isRefused ? code : 'gone');
    throw isRefused ? error : new DomainError('subscription-missing');
  }
  // The processor changed nothing and charged nothing, so the customer may try again.
  const { pays, pageId } = work.change;
  if (work.isClear && pays === null && pageId === null) await closeCardChange(needs, work, code);
  throw error;
}

async function hasNewCard({ processor }: Needs, { change }: Work): Promise<boolean> {
  const shown = await processor.readCard(change.subscriptionId).catch(() => null);
  return shown !== null && shown.token === change.cardToken;
}

async function isGone({ processor }: Needs, { change }: Work): Promise<boolean> {
  const details = await processor.readSubscription(change.subscriptionId).catch(() => undefined);
  return details === null || details?.status === 'deleted';
}

/** Takes the card typed on the page. Ending the change also removes the subscription that the page opened. */
async function checkPage(needs: Needs, work: Work): Promise<void> {
  if (await takePageCard(needs, work)) return;
  if (work.change.expiresAt >= needs.clock.now()) return;
  await closeCardPage(needs, work, 'expired');
}

/** Closes the page at the processor, and closes the change if no card was typed there. */
export async function closeCardPage(needs: Needs, work: Work, reason: EndReason): Promise<void> {
  const { pageId } = work.change;
  if (pageId !== null) {
    await needs.processor.closeHostedPage(pageId);
    if (await takePageCard(needs, work)) return;
  }
  await closeCardChange(needs, work, reason);
}

/** False while no card has been typed on the page. */
async function takePageCard(needs: Needs, work: Work): Promise<boolean> {
  const { pageId } = work.change;
  const opened = pageId === null ? null : await needs.processor.findHostedPurchase(pageId);
  if (opened === null) return false;
  const card = await needs.processor.readCard(opened.subscriptionId);
  const pageSubscriptionId = opened.subscriptionId;
  if (card === null) {
    await move(needs, work, { pageSubscriptionId });
    await notifyPageRefusal(needs, work);
    await closeCardChange(needs, work, 'no-card');
    return true;
  }
  const { token: cardToken, brand, lastFour } = card;
  await move(needs, work, { state: 'putting', pageSubscriptionId, cardToken, brand, lastFour });
  await putCard(needs, work);
  return true;
}

/** Notifies the operators that the card typed on the page could not be used. */
async function notifyPageRefusal(needs: Needs, { change }: Work): Promise<void> {
  const { orderId, id: reference } = change;
  const subdomain = (await needs.tenants.findByOrder(orderId))?.subdomain ?? null;
  await notifyOperators(needs, 'card-page-failed', { orderId, subdomain, reference, amountCentavos: null });
}
