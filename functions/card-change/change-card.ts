/**
 * `POST /api/conta/cartao`: puts another card on the contract that renews, typed in the form or on the processor's
 * page.
 *
 * Owns: who may change the card, one change at a time, and how a failed first attempt is cleaned up. Later steps:
 * advance-card-change.ts.
 */

import {
  type CardChangeRequest,
  type CardChangeResponse,
  type FormCardChangeRequest,
  isFormCardChange,
} from '#domain/api-schemas/card-change.ts';
import { cardPageDueDate, lateCharge } from '#domain/billing/card.ts';
import { businessDay } from '#domain/billing/days.ts';
import { currentStanding, type Standing } from '#domain/contract/standing.ts';
import { codeOf, DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { releaseCardChange } from '#functions/card-change/store.ts';
import { payerOf } from '#functions/checkout/payer.ts';
import type { Deps } from '#functions/compose.ts';
import { readLedger } from '#functions/ledger/store.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import { withLease } from '#functions/platform/lease.ts';
import { type ChargeCaller, withinProcessorQuota } from '#functions/platform/within-processor-quota.ts';
import { syncContractCharge } from '#functions/renewals/sync-contract-charge.ts';
import { requireTenant } from '#functions/tenants/require-tenant.ts';
import type { Tenant } from '#functions/tenants/tenant.ts';
import { advanceCardChange, closeCardPage, payLate, putCard } from './advance-card-change.ts';
import type { CardChange } from './card-change.ts';
import { closeCardChange, type LeasedChange, move } from './leased-change.ts';
import { acquireCardChange, findDoneCardChange, findOpenCardChange, openCardChange } from './store.ts';

export interface ChangeCardInput extends ChargeCaller {
  readonly request: CardChangeRequest;
  /** The caller's Idempotency-Key. */
  readonly attempt: string;
}

type Renewal = NonNullable<Standing['renewal']>;

/** The contract and subscription that the request is about. */
interface Asked {
  readonly input: ChangeCardInput;
  readonly tenant: Tenant;
  readonly renewal: Renewal;
}

const MINUTE_MS = 60_000;
/** How long the page accepts a card; with the form, when a change that has not ended is reported to operators. */
const PAGE_MINUTES = 60;
const STUCK_MINUTES = 24 * 60;

/**
 * Changes the card without a charge; with `pagarAtrasada`, pays the late charge with the new card first.
 * @throws DomainError As `requireTenant`; `subscription-missing` when nothing renews; `payment-declined`: the old card
 *   stays; `payment-unclear`, `payment-unavailable`, `idempotency-in-progress`, `rate-limited`.
 */
export async function changeCard(needs: Deps, input: ChangeCardInput): Promise<CardChangeResponse> {
  const tenant = await requireTenant(needs, input.identity.subject);
  const { facts } = await readLedger(needs.db, tenant.orderId);
  const { renewal } = currentStanding(facts, needs.clock.now());
  if (renewal === null) throw new DomainError('subscription-missing');
  return withinProcessorQuota(needs, input, () => changeOf(needs, { input, tenant, renewal }));
}

async function changeOf(needs: Deps, asked: Asked): Promise<CardChangeResponse> {
  const { input, tenant } = asked;
  const before = await findOpenCardChange(needs.db, tenant.orderId);
  const page =
    before === null ? null : await finishEarlierChange(needs, before, !isFormCardChange(input.request));
  if (page !== null) return page;
  const done = await findDoneCardChange(needs.db, tenant.orderId, input.attempt);
  if (done !== null) return answerOf(done, await needs.processor.readPayment(done.pays ?? ''));
  return isFormCardChange(input.request)
    ? changeByForm(needs, asked, input.request)
    : changeOnPage(needs, asked);
}

/**
 * Finishes an earlier open change first, whatever its result.
 * @returns The page that still waits for a card, if the caller asked for a page.
 */
async function finishEarlierChange(
  needs: Deps,
  before: CardChange,
  wantsPage: boolean,
): Promise<CardChangeResponse | null> {
  const row = await acquireCardChange(needs.db, before.id, needs.clock.now());
  return withLease(needs.db, releaseCardChange, row, async (leased) => {
    await advanceCardChange(needs, leased).catch((error: unknown) => {
      // The earlier change was refused and is closed, so this one may start.
      if (leased.row.settledAt === null) throw error;
    });
    const { state, payUrl } = leased.row;
    if (state === 'waiting' && wantsPage && payUrl !== null) return { outcome: 'page', paymentUrl: payUrl };
    if (state === 'waiting') await closeCardPage(needs, leased, 'replaced');
    if (state === 'asked') await closeCardChange(needs, leased, 'interrupted');
    return null;
  });
}

async function open(needs: Deps, { input, tenant, renewal }: Asked, minutes: number): Promise<CardChange> {
  const { subscriptionId, customerId } = renewal;
  const now = needs.clock.now();
  const opened = await openCardChange(
    needs.db,
    {
      id: needs.newId(),
      orderId: tenant.orderId,
      subscriptionId,
      customerId,
      attempt: input.attempt,
      expiresAt: now + minutes * MINUTE_MS,
    },
    now,
  );
  if (opened === null) throw new DomainError('payment-unclear', { sentence: message('card.change-unclear') });
  return opened;
}

async function changeByForm(
  needs: Deps,
  asked: Asked,
  request: FormCardChangeRequest,
): Promise<CardChangeResponse> {
  const { identity, remoteIp } = asked.input;
  const { subscriptionId, customerId } = asked.renewal;
  const details = request.payLate ? await needs.processor.readSubscription(subscriptionId) : null;
  const late = lateCharge(details?.payments ?? []);
  const opened = await open(needs, asked, STUCK_MINUTES);
  const done = await withLease(needs.db, releaseCardChange, opened, async (leased) => {
    const payer = payerOf(identity, request);
    const token = await closeOnFailure(
      needs,
      leased,
      needs.processor.tokeniseCard(customerId, payer, request.card, remoteIp),
    );
    const { brand, lastFour } = token;
    await move(needs, leased, {
      cardToken: token.token,
      brand,
      lastFour,
      remoteIp,
      pays: late?.paymentId ?? null,
    });
    await payLate(needs, leased);
    await putCard(needs, leased);
    return leased.row;
  });
  const paid = late === undefined ? null : await needs.processor.readPayment(late.paymentId);
  // The processor's webhook event leads to the same update.
  if (paid !== null)
    await syncContractCharge(needs, paid).catch((error: unknown) =>
      needs.logger.warn('card-change-payment-postponed', { orderId: opened.orderId, error }),
    );
  return answerOf(done, paid);
}

/** Closes the change when a step fails before any call to the processor could have an effect. */
async function closeOnFailure<T>(needs: Deps, leased: LeasedChange, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await closeCardChange(needs, leased, codeOf(error));
    throw error;
  }
}

/**
 * Opens a page for the card. The processor has no page that only stores a card: a late charge is paid on its own page,
 * which keeps the card. Without a late charge, the page sells a subscription whose first charge is far away; it is
 * removed once the card is known.
 */
async function changeOnPage(needs: Deps, asked: Asked): Promise<CardChangeResponse> {
  const { renewal, tenant } = asked;
  const { subscriptionId, customerId, plan, cycle, amountCentavos, dueOn } = renewal;
  const details = await needs.processor.readSubscription(subscriptionId);
  const late = lateCharge(details?.payments ?? []);
  if (late?.payUrl) return { outcome: 'pay', paymentUrl: late.payUrl };
  const opened = await open(needs, asked, PAGE_MINUTES);
  return withLease(needs.db, releaseCardChange, opened, async (leased) => {
    const page = await closeOnFailure(
      needs,
      leased,
      needs.processor.openHostedPage({
        reference: opened.id,
        customerId,
        amountCentavos,
        cycle,
        minutesToExpire: PAGE_MINUTES,
        firstDueDate: cardPageDueDate(dueOn, businessDay(needs.clock.now())),
        title: 'Troca de cartão',
        description: `Nada é cobrado hoje: cartão das renovações, ${chargeText(needs, plan, tenant.subdomain)}`,
        returnUrl: `${needs.siteUrl}/conta`,
      }),
    );
    const { pageId, payUrl } = page;
    await move(needs, leased, { state: 'waiting', pageId, payUrl, remoteIp: asked.input.remoteIp });
    return { outcome: 'page', paymentUrl: payUrl };
  });
}

function answerOf(
  { brand, lastFour, pays }: CardChange,
  paid: { readonly amountCentavos: number } | null,
): CardChangeResponse {
  return {
    outcome: 'changed',
    card: { brand: brand ?? 'UNKNOWN', lastFour: lastFour ?? '' },
    ...(pays === null || paid === null ? {} : { paidCentavos: paid.amountCentavos }),
  };
}
