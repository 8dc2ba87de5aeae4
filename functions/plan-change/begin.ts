/**
 * The first step of a change of plan, by the way the record allows: another price for the running subscription, a page
 * of the processor, or a new subscription by card.
 *
 * Owns: what is done at the processor, in which order, and what a refusal leaves. Whoever calls holds the lease.
 */

import { businessDay } from '#domain/billing/days.ts';
import type { UpgradeRequest } from '#domain/contracts/upgrade.ts';
import { DomainError } from '#domain/errors.ts';
import { UNCLEAR_MS } from '#functions/checkout/collect-first-charge.ts';
import { type PaymentBlocks, payerOf } from '#functions/checkout/payer.ts';
import type { Deps } from '#functions/deps.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { SubscriptionDetails } from '#functions/vendors/payments.ts';
import { commitPlanChange } from './apply.ts';
import type { PlanChange } from './plan-change.ts';
import { adoptPurchase, closePlanChange } from './settle.ts';
import { chargeText, keep, note, type Work } from './work.ts';

/** How long the processor's page takes a payment; the change waits as long. */
export const PAGE_MINUTES = 24 * 60;

/** Who asks, and from where. */
interface Caller {
  readonly identity: Identity;
  readonly remoteIp: string;
}

/** The blocks of a card, or `null` when none were sent; the contract takes all or none. */
export function blocksOf({ billingAddress, cardHolder, card }: UpgradeRequest): PaymentBlocks | null {
  if (billingAddress === undefined || cardHolder === undefined || card === undefined) return null;
  return { billingAddress, cardHolder, card };
}

/** Closes the change when its first step fails before anything was done. */
async function orClose<T>(deps: Deps, work: Work, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await closePlanChange(deps, work, codeOf(error));
    throw error;
  }
}

const codeOf = (error: unknown): string => (error instanceof DomainError ? error.code : 'internal');

/** The processor takes no day that has passed. */
function firstDueDate({ firstDueOn }: PlanChange, now: number): string {
  const today = businessDay(now);
  return firstDueOn !== null && firstDueOn > today ? firstDueOn : today;
}

/** A running subscription: the card first, if one was sent, because a refused one must leave everything as it was. */
export async function changeRunning(
  deps: Deps,
  work: Work,
  running: SubscriptionDetails,
  caller: Caller,
  blocks: PaymentBlocks | null,
): Promise<void> {
  if (blocks !== null) {
    const payer = payerOf(caller.identity, blocks);
    await orClose(deps, work, deps.billing.replaceCard(running, payer, blocks.card, caller.remoteIp));
  }
  await commitPlanChange(deps, work);
}

/** Without a card: the processor's page. One whose answer was lost is known to nobody, so nobody can pay there. */
export async function buyOnPage(deps: Deps, work: Work): Promise<void> {
  const { id, plan, cycle, amountCentavos, subdomain } = work.change;
  const now = deps.clock.now();
  const page = await orClose(
    deps,
    work,
    deps.billing.openHostedPage({
      reference: id,
      amountCentavos,
      cycle,
      firstDueDate: firstDueDate(work.change, now),
      title: `${deps.productName} ${deps.catalog.plan(plan).name}`,
      description: chargeText(deps, plan, subdomain),
      returnUrl: `${deps.siteUrl}/conta`,
      minutesToExpire: PAGE_MINUTES,
    }),
  );
  const references = { pageId: page.pageId, payUrl: page.payUrl };
  keep(work, await deps.planChanges.markWaiting(work.change, references, deps.clock.now()));
}

/**
 * With a card: a new subscription, at most once. Before the processor is asked to create, the change says that
 * something may come into being there; whoever looks afterwards first looks it up by the change's id.
 */
export async function buyByCard(
  deps: Deps,
  work: Work,
  caller: Caller,
  blocks: PaymentBlocks,
): Promise<void> {
  const { change } = work;
  // Only a first attempt can say for certain that nothing exists.
  const isFirst = change.unclearUntil === 0;
  const payer = payerOf(caller.identity, blocks);
  const registering = deps.payments.ensureCustomer(payer);
  const customerId = await (isFirst ? orClose(deps, work, registering) : registering);
  const now = deps.clock.now();
  keep(work, await deps.planChanges.markUnclear(work.change, now + UNCLEAR_MS, now));
  const opened = await deps.payments
    .openSubscription(customerId, payer, blocks.card, {
      orderId: change.id,
      amountCentavos: change.amountCentavos,
      cycle: change.cycle,
      firstDueDate: firstDueDate(change, now),
      description: chargeText(deps, change.plan, change.subdomain),
      remoteIp: caller.remoteIp,
    })
    .catch(async (error: unknown) => {
      await settleFailure(deps, work, isFirst, error);
      throw error;
    });
  await adoptPurchase(deps, work, opened);
}

/** A definite refusal leaves nothing at the processor; anything else stays unclear until it was looked up. */
async function settleFailure(deps: Deps, work: Work, isFirst: boolean, error: unknown): Promise<void> {
  const code = codeOf(error);
  await note(deps, 'upgrade-charge-failed', work.change, code);
  const isDefinite =
    code === 'payment-declined' || code === 'payment-unavailable' || code === 'validation-failed';
  if (isFirst && isDefinite) await closePlanChange(deps, work, code);
}
