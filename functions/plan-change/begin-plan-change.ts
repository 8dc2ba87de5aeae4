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
import { readLedger } from '#functions/ledger/store.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import type { SubscriptionOrder } from '#functions/vendors/processor.ts';
import { adoptPurchase } from './advance-plan-change.ts';
import { commitPlanChange } from './apply-plan-change.ts';
import { type ChangePlanInput, cardFieldsOf, firstDueDate } from './change-input.ts';
import { chargeDifference } from './charge-difference.ts';
import { buyOnce, closeOnFailure, closePlanChange, type LeasedChange, move } from './leased-change.ts';

/** How long the processor's page accepts a payment; the change waits as long. */
export const PAGE_MINUTES = 24 * 60;

/**
 * Runs the first step.
 * @param newest The contract that was bought last; its card may be stored.
 */
export async function runFirstStep(
  needs: Deps,
  leased: LeasedChange,
  newest: Contract | null,
  input: ChangePlanInput,
): Promise<void> {
  const blocks = cardFieldsOf(input.request);
  switch (leased.row.kind) {
    case 'trust':
    case 'cycle':
      return changeRunning(needs, leased, input, blocks);
    case 'difference':
      return chargeDifference(needs, leased, newest, input, blocks);
    case 'purchase':
    case 'resume':
      if (blocks !== null) return buyByCard(needs, leased, input, blocks);
      if (newest !== null && needs.cardEntry === 'form' && (await buyOnFile(needs, leased, newest, input)))
        return;
      return buyOnPage(needs, leased);
  }
}

/** Changes the price of a running subscription. A new card is tried first: a refused card must change nothing. */
async function changeRunning(
  needs: Deps,
  leased: LeasedChange,
  caller: ChangePlanInput,
  blocks: PaymentBlocks | null,
): Promise<void> {
  const { subscriptionId } = leased.row;
  const running = subscriptionId === null ? null : await needs.processor.readSubscription(subscriptionId);
  if (blocks !== null && running !== null) {
    const payer = payerOf(caller.identity, blocks);
    const replacing = needs.processor.replaceCard(running, payer, blocks.card, caller.remoteIp);
    const { id: changeId, orderId } = leased.row;
    const card = await closeOnFailure(needs, leased, replacing);
    await noteReplacedCard(needs, { orderId, changeId }, running, card);
  }
  await commitPlanChange(needs, leased);
}

/**
 * Without a card: opens the processor's page. A lost response is harmless: without its URL the page cannot be paid.
 */
async function buyOnPage(needs: Deps, leased: LeasedChange): Promise<void> {
  const { id, plan, cycle, amountCentavos, subdomain } = leased.row;
  const page = await closeOnFailure(
    needs,
    leased,
    needs.processor.openHostedPage({
      reference: id,
      amountCentavos,
      cycle,
      firstDueDate: firstDueDate(leased.row, needs.clock.now()),
      title: `${needs.productName} ${needs.catalog.plan(plan).name}`,
      description: chargeText(needs, plan, subdomain),
      returnUrl: `${needs.siteUrl}/conta`,
      minutesToExpire: PAGE_MINUTES,
    }),
  );
  await move(needs, leased, { state: 'waiting', pageId: page.pageId, payUrl: page.payUrl });
}

function orderOf(needs: Deps, { row: change }: LeasedChange, remoteIp: string): SubscriptionOrder {
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
  needs: Deps,
  leased: LeasedChange,
  caller: ChangePlanInput,
  blocks: PaymentBlocks,
): Promise<void> {
  const payer = payerOf(caller.identity, blocks);
  const opened = await buyOnce(needs, leased, {
    lookUp: () => needs.processor.findSubscription(leased.row.id),
    prepare: async () => {
      const customerId = await needs.processor.ensureCustomer(payer);
      const order = orderOf(needs, leased, caller.remoteIp);
      return () => needs.processor.openSubscription(customerId, payer, blocks.card, order);
    },
  });
  await adoptPurchase(needs, leased, opened);
}

/** Buys with the stored card of an earlier contract; false when there is none. */
async function buyOnFile(
  needs: Deps,
  leased: LeasedChange,
  { customerId, subscriptionId }: Contract,
  { remoteIp }: ChangePlanInput,
): Promise<boolean> {
  const card = await closeOnFailure(needs, leased, readChargeableCard(needs, subscriptionId));
  if (card === null) return false;
  const order = orderOf(needs, leased, remoteIp);
  const opened = await buyOnce(needs, leased, {
    lookUp: () => needs.processor.findSubscription(leased.row.id),
    prepare: async () => () => needs.processor.openSubscriptionOnFile(customerId, subscriptionId, order),
  });
  await adoptPurchase(needs, leased, opened);
  return true;
}

/** Continues after a lost response when the processor lists no charge so far. */
export async function resumeUnclear(
  needs: Deps,
  leased: LeasedChange,
  input: ChangePlanInput,
  isSame: boolean,
): Promise<void> {
  if (leased.row.unclearUntil >= needs.clock.now())
    throw new DomainError(isSame ? 'payment-unclear' : 'upgrade-open');
  const { facts } = await readLedger(needs.db, leased.row.orderId);
  const blocks = cardFieldsOf(input.request);
  if (!isSame || (blocks === null && leased.row.kind !== 'difference'))
    return closePlanChange(needs, leased, 'uncharged');
  await runFirstStep(needs, leased, facts.contracts.at(-1) ?? null, input);
}
