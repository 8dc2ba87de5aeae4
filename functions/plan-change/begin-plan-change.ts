/**
 * The first step of a plan change, by the ledger's decision: a new price for the running subscription, a single charge
 * of a difference, a page of the processor, or a new subscription by card.
 *
 * Owns: the calls to the processor, their order, and the clean-up after a refusal. The caller holds the lease.
 */
import type { Contract } from '#domain/contract/facts.ts';
import { DomainError } from '#domain/errors.ts';
import { noteReplacedCard, readChargeableCard } from '#functions/card-change/card-on-file.ts';
import { type PaymentBlocks, payerOf } from '#functions/checkout/payer.ts';
import type { Deps } from '#functions/compose.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { SubscriptionOrder } from '#functions/vendors/processor.ts';
import { adoptPurchase } from './advance-plan-change.ts';
import { commitPlanChange } from './apply-plan-change.ts';
import { chargeDifference } from './charge-difference.ts';
import { requireStillHeld, type Work } from './leased-change.ts';
import { closeOnFailure, closePlanChange, openOnce } from './open-once.ts';
import { blocksOf, type ChangePlanInput, firstDueDate } from './ways.ts';

type Needs = NeedsOf<typeof adoptPurchase> &
  NeedsOf<typeof chargeDifference> &
  NeedsOf<typeof noteReplacedCard> &
  Pick<Deps, 'productName' | 'siteUrl'>;

/** How long the processor's page accepts a payment; the change waits as long. */
export const PAGE_MINUTES = 24 * 60;

/**
 * Runs the first step.
 * @param newest The contract that was bought last; its card may be stored.
 */
export async function runFirstStep(
  needs: Needs,
  work: Work,
  newest: Contract | null,
  input: ChangePlanInput,
): Promise<void> {
  const blocks = blocksOf(input.request);
  switch (work.change.kind) {
    case 'trust':
    case 'cycle':
      return changeRunning(needs, work, input, blocks);
    case 'difference':
      return chargeDifference(needs, work, newest, input, blocks);
    case 'purchase':
    case 'resume':
      if (blocks !== null) return buyByCard(needs, work, input, blocks);
      if (newest !== null && needs.cardEntry === 'form' && (await buyOnFile(needs, work, newest, input)))
        return;
      return buyOnPage(needs, work);
  }
}

/** Changes the price of a running subscription. A new card is tried first: a refused card must change nothing. */
async function changeRunning(
  needs: Needs,
  work: Work,
  caller: ChangePlanInput,
  blocks: PaymentBlocks | null,
): Promise<void> {
  const { subscriptionId } = work.change;
  const running = subscriptionId === null ? null : await needs.processor.readSubscription(subscriptionId);
  if (blocks !== null && running !== null) {
    const payer = payerOf(caller.identity, blocks);
    const replacing = needs.processor.replaceCard(running, payer, blocks.card, caller.remoteIp);
    const { id: changeId, orderId } = work.change;
    const card = await closeOnFailure(needs, work, replacing);
    await noteReplacedCard(needs, { orderId, changeId }, running, card);
  }
  await commitPlanChange(needs, work);
}

/**
 * Without a card: opens the processor's page. A lost response is harmless: without its URL the page cannot be paid.
 */
async function buyOnPage(needs: Needs, work: Work): Promise<void> {
  const { id, plan, cycle, amountCentavos, subdomain } = work.change;
  const page = await closeOnFailure(
    needs,
    work,
    needs.processor.openHostedPage({
      reference: id,
      amountCentavos,
      cycle,
      firstDueDate: firstDueDate(work.change, needs.clock.now()),
      title: `${needs.productName} ${needs.catalog.plan(plan).name}`,
      description: chargeText(needs, plan, subdomain),
      returnUrl: `${needs.siteUrl}/conta`,
      minutesToExpire: PAGE_MINUTES,
    }),
  );
  const references = { pageId: page.pageId, payUrl: page.payUrl };
  requireStillHeld(work, await needs.planChanges.markWaiting(work.change, references, needs.clock.now()));
}

function orderOf(needs: Needs, { change }: Work, remoteIp: string): SubscriptionOrder {
  return {
    orderId: change.id,
    amountCentavos: change.amountCentavos,
    cycle: change.cycle,
    firstDueDate: firstDueDate(change, needs.clock.now()),
    description: chargeText(needs, change.plan, change.subdomain),
    remoteIp,
  };
}

/**
 * With a card: opens a new subscription at most once. Before the create call, the change records that a subscription
 * may exist; later callers first look it up by the change's id.
 */
async function buyByCard(
  needs: Needs,
  work: Work,
  caller: ChangePlanInput,
  blocks: PaymentBlocks,
): Promise<void> {
  // Only on the first try is it certain that nothing exists.
  const isFirst = work.change.unclearUntil === 0;
  const payer = payerOf(caller.identity, blocks);
  const registering = needs.processor.ensureCustomer(payer);
  const customerId = await (isFirst ? closeOnFailure(needs, work, registering) : registering);
  const opened = await openOnce(needs, work, () =>
    needs.processor.openSubscription(customerId, payer, blocks.card, orderOf(needs, work, caller.remoteIp)),
  );
  await adoptPurchase(needs, work, opened);
}

/** Buys with the stored card of an earlier contract; false when there is none. */
async function buyOnFile(
  needs: Needs,
  work: Work,
  { customerId, subscriptionId }: Contract,
  { remoteIp }: ChangePlanInput,
): Promise<boolean> {
  const card = await closeOnFailure(needs, work, readChargeableCard(needs, subscriptionId));
  if (card === null) return false;
  const opened = await openOnce(needs, work, () =>
    needs.processor.openSubscriptionOnFile(customerId, subscriptionId, orderOf(needs, work, remoteIp)),
  );
  await adoptPurchase(needs, work, opened);
  return true;
}

/** Continues after a lost response when the processor lists no charge so far. */
export async function resumeUnclear(
  needs: Needs,
  work: Work,
  input: ChangePlanInput,
  isSame: boolean,
): Promise<void> {
  if (work.change.unclearUntil >= needs.clock.now())
    throw new DomainError(isSame ? 'payment-unclear' : 'upgrade-open');
  const { facts } = await needs.ledger.read(work.change.orderId);
  const blocks = blocksOf(input.request);
  if (!isSame || (blocks === null && work.change.kind !== 'difference'))
    return closePlanChange(needs, work, 'uncharged');
  await runFirstStep(needs, work, facts.contracts.at(-1) ?? null, input);
}
