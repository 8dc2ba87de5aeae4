/**
 * The first step of a change of plan, by the way the record allows: another price for the running subscription, a page
 * of the processor, or a new subscription by card.
 *
 * Owns: what is done at the processor, in which order, and what a refusal leaves. The caller holds the lease.
 */
import { businessDay } from '#domain/billing/days.ts';
import type { UpgradeRequest } from '#domain/contracts/upgrade.ts';
import { DomainError } from '#domain/errors.ts';
import { type PaymentBlocks, payerOf } from '#functions/checkout/payer.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { ChargeAsker } from '#functions/platform/within-share.ts';
import type { SubscriptionDetails } from '#functions/vendors/payments.ts';
import { adoptPurchase, closePlanChange } from './advance-plan-change.ts';
import { chargeText, commitPlanChange } from './apply-plan-change.ts';
import { note, requireStillHeld, type Work } from './held-change.ts';
import type { PlanChange } from './plan-change.ts';

type Needs = NeedsOf<typeof adoptPurchase> & { readonly productName: string; readonly siteUrl: string };

/** How long the processor's page takes a payment; the change waits as long. */
export const PAGE_MINUTES = 24 * 60;

type Caller = Pick<ChargeAsker, 'identity' | 'remoteIp'>;

/** The blocks of a card, or `null` when none were sent; the contract takes all or none. */
export function blocksOf({ billingAddress, cardHolder, card }: UpgradeRequest): PaymentBlocks | null {
  if (billingAddress === undefined || cardHolder === undefined || card === undefined) return null;
  return { billingAddress, cardHolder, card };
}

/** Closes the change when its first step fails before anything was done. */
async function closeOnFailure<T>(needs: Needs, work: Work, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await closePlanChange(needs, work, codeOf(error));
    throw error;
  }
}

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : 'internal');

/** The processor takes no day that has passed. */
function firstDueDate({ firstDueOn }: PlanChange, now: number): string {
  const today = businessDay(now);
  return firstDueOn !== null && firstDueOn > today ? firstDueOn : today;
}

/** A running subscription gets another price; first the card, if one was sent: a refused card must change nothing. */
export async function changeRunning(
  needs: Needs,
  work: Work,
  running: SubscriptionDetails,
  caller: Caller,
  blocks: PaymentBlocks | null,
): Promise<void> {
  if (blocks !== null) {
    const payer = payerOf(caller.identity, blocks);
    await closeOnFailure(
      needs,
      work,
      needs.billing.replaceCard(running, payer, blocks.card, caller.remoteIp),
    );
  }
  await commitPlanChange(needs, work);
}

/** Without a card: the processor's page. If its answer is lost, its address is too, and it cannot be paid. */
export async function buyOnPage(needs: Needs, work: Work): Promise<void> {
  const { id, plan, cycle, amountCentavos, subdomain } = work.change;
  const now = needs.clock.now();
  const page = await closeOnFailure(
    needs,
    work,
    needs.billing.openHostedPage({
      reference: id,
      amountCentavos,
      cycle,
      firstDueDate: firstDueDate(work.change, now),
      title: `${needs.productName} ${needs.catalog.plan(plan).name}`,
      description: chargeText(needs, plan, subdomain),
      returnUrl: `${needs.siteUrl}/conta`,
      minutesToExpire: PAGE_MINUTES,
    }),
  );
  const references = { pageId: page.pageId, payUrl: page.payUrl };
  requireStillHeld(work, await needs.planChanges.markWaiting(work.change, references, needs.clock.now()));
}

/**
 * With a card: a new subscription, at most once. Before the processor is asked to create, the change says that
 * a subscription may exist there; later callers first look it up by the change's id.
 */
export async function buyByCard(
  needs: Needs,
  work: Work,
  caller: Caller,
  blocks: PaymentBlocks,
): Promise<void> {
  const { change } = work;
  // Only a first attempt can say for certain that nothing exists.
  const isFirst = change.unclearUntil === 0;
  const payer = payerOf(caller.identity, blocks);
  const registering = needs.payments.ensureCustomer(payer);
  const customerId = await (isFirst ? closeOnFailure(needs, work, registering) : registering);
  const now = needs.clock.now();
  requireStillHeld(work, await needs.planChanges.markUnclear(work.change, now + CHARGING_MS_MAX, now));
  const opened = await needs.payments
    .openSubscription(customerId, payer, blocks.card, {
      orderId: change.id,
      amountCentavos: change.amountCentavos,
      cycle: change.cycle,
      firstDueDate: firstDueDate(change, now),
      description: chargeText(needs, change.plan, change.subdomain),
      remoteIp: caller.remoteIp,
    })
    .catch(async (error: unknown) => {
      await settleFailure(needs, work, isFirst, error);
      throw error;
    });
  await adoptPurchase(needs, work, opened);
}

/** A definite refusal leaves nothing at the processor; anything else stays unclear until it was looked up. */
async function settleFailure(needs: Needs, work: Work, isFirst: boolean, error: unknown): Promise<void> {
  const code = codeOf(error);
  await note(needs, 'upgrade-charge-failed', work.change, code);
  const isDefinite =
    code === 'payment-declined' || code === 'payment-unavailable' || code === 'validation-failed';
  if (isFirst && isDefinite) await closePlanChange(needs, work, code);
}
