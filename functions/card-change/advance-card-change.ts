/**
 * Goes on with a change of card from whatever step it has reached, by the request that asked for it, by an event, or by
 * the scheduled job: the late charge, the card on the subscription, the page.
 *
 * Owns: what each ending of a call to the processor means. Putting the same card on a subscription again changes nothing,
 * so a lost answer is followed by the same call; a payment is read again first. The caller holds the lease.
 */
import { DomainError } from '#domain/errors.ts';
import { tellOperators } from '#functions/operations/notices.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { BillingGateway } from '#functions/vendors/payments.ts';
import { closeCardChange, finishCardChange, move, type Work } from './held-change.ts';

type Needs = NeedsOf<typeof closeCardChange> &
  NeedsOf<typeof tellOperators> & { readonly billing: BillingGateway };

/** @throws DomainError `payment-declined`: closed, the old card stays; `payment-unclear`: it goes on later. */
export async function advanceCardChange(needs: Needs, work: Work): Promise<void> {
  switch (work.change.state) {
    case 'paying':
      return followPayment(needs, work);
    case 'putting':
      return putCard(needs, work);
    case 'waiting':
      return lookAtPage(needs, work);
    case 'asked':
    case 'done':
    case 'closed':
      return;
  }
}

/** Pays the late charge with the new card; a refusal ends the change, and the old card stays. */
export async function payLate(needs: Needs, work: Work): Promise<void> {
  const { pays, subscriptionId, cardToken } = work.change;
  if (pays === null || cardToken === null) return;
  await move(needs, work, { state: 'paying', unclearUntil: needs.clock.now() + CHARGING_MS_MAX });
  try {
    await needs.billing.chargeAgain({ paymentId: pays, subscriptionId }, cardToken);
  } catch (error) {
    if (!isUnclear(error)) {
      work.isClear = true;
      await closeCardChange(needs, work, codeOf(error));
    }
    throw error;
  }
}

/** The answer to the payment was lost: the processor says what became of it. */
async function followPayment(needs: Needs, work: Work): Promise<void> {
  const payment = work.change.pays === null ? null : await needs.payments.readPayment(work.change.pays);
  if (payment?.state === 'confirmed' || payment?.state === 'disputed') return putCard(needs, work);
  if (work.change.unclearUntil >= needs.clock.now()) throw new DomainError('payment-unclear');
  await closeCardChange(needs, work, 'not paid');
}

/** Puts the card on the subscription, and on what of it is open. */
export async function putCard(needs: Needs, work: Work): Promise<void> {
  const isFirst = work.change.unclearUntil === 0;
  await move(needs, work, { state: 'putting', unclearUntil: needs.clock.now() + CHARGING_MS_MAX });
  const { subscriptionId, cardToken, remoteIp } = work.change;
  try {
    await needs.billing.holdCard(subscriptionId, cardToken ?? '', remoteIp ?? '');
  } catch (error) {
    work.isClear = isFirst && !isUnclear(error);
    return settleRefusal(needs, work, error);
  }
  work.isClear = isFirst;
  await finishCardChange(needs, work);
}

/** The processor says which card it holds; where it cannot, the call is made again. */
async function settleRefusal(needs: Needs, work: Work, error: unknown): Promise<void> {
  if (await isHeld(needs, work)) return finishCardChange(needs, work);
  const code = codeOf(error);
  const isRefused = code === 'payment-declined' || code === 'validation-failed';
  if (isRefused || (await isGone(needs, work))) {
    if (work.change.pageId !== null) await tellPage(needs, work);
    await closeCardChange(needs, work, isRefused ? code : 'subscription gone');
    throw isRefused ? error : new DomainError('subscription-missing');
  }
  // Nothing was done, and nothing of it was paid: whoever asked may ask again.
  const { pays, pageId } = work.change;
  if (work.isClear && pays === null && pageId === null) await closeCardChange(needs, work, code);
  throw error;
}

async function isHeld({ billing }: Needs, { change }: Work): Promise<boolean> {
  const shown = await billing.readCard(change.subscriptionId).catch(() => null);
  return shown !== null && shown.token === change.cardToken;
}

async function isGone({ billing }: Needs, { change }: Work): Promise<boolean> {
  const details = await billing.readSubscription(change.subscriptionId).catch(() => undefined);
  return details === null || details?.status === 'deleted';
}

/** The card that was typed on the page is the new one; the subscription that the page opened is removed with the end. */
async function lookAtPage(needs: Needs, work: Work): Promise<void> {
  if (await takePageCard(needs, work)) return;
  if (work.change.expiresAt >= needs.clock.now()) return;
  await closeCardPage(needs, work, 'expired');
}

/** Closes the page at the processor, and the change where nothing was typed there. */
export async function closeCardPage(needs: Needs, work: Work, reason: string): Promise<void> {
  const { pageId } = work.change;
  if (pageId !== null) {
    await needs.billing.closeHostedPage(pageId);
    if (await takePageCard(needs, work)) return;
  }
  await closeCardChange(needs, work, reason);
}

/** False while nothing was typed on the page. */
async function takePageCard(needs: Needs, work: Work): Promise<boolean> {
  const { pageId } = work.change;
  const opened = pageId === null ? null : await needs.billing.findHostedPurchase(pageId);
  if (opened === null) return false;
  const card = await needs.billing.readCard(opened.subscriptionId);
  const pageSubscriptionId = opened.subscriptionId;
  if (card === null) {
    await move(needs, work, { pageSubscriptionId });
    await tellPage(needs, work);
    await closeCardChange(needs, work, 'page without card');
    return true;
  }
  const { token: cardToken, brand, lastFour } = card;
  await move(needs, work, { state: 'putting', pageSubscriptionId, cardToken, brand, lastFour });
  await putCard(needs, work);
  return true;
}

/** A card was typed and could not be used: the customer believes that it was. */
async function tellPage(needs: Needs, { change }: Work): Promise<void> {
  const { orderId, id: reference } = change;
  const subdomain = (await needs.tenants.findByOrder(orderId))?.subdomain ?? null;
  await tellOperators(needs, 'card-page-failed', { orderId, subdomain, reference, amountCentavos: null });
}

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : 'internal');

/** Anything but a definite answer. */
const isUnclear = (error: unknown): boolean =>
  !['payment-declined', 'validation-failed', 'payment-unavailable'].includes(codeOf(error));
