/** Sends new prices to the processor: the ledger changes first, and the call is repeated until it succeeds. */
import { businessDay, renewalDay } from '#domain/billing/days.ts';
import { openCharges } from '#domain/billing/periods.ts';
import { type Terms, termsOf } from '#domain/contract/facts.ts';
import { reachesOpenCharges } from '#domain/plan-change/upgrade.ts';
import type { Deps } from '#functions/compose.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { findTenant } from '#functions/tenants/store.ts';
import type { SubscriptionDetails } from '#functions/vendors/processor.ts';
import { PRICE_WORK } from './fact-rows.ts';
import { removeUnpaidCharges } from './remove-unpaid-charges.ts';
import { isPriceDue, markPriceSent, readLedger } from './store.ts';

export const priceWork = defineWork<Deps>({
  kind: PRICE_WORK,
  title: 'Preço na operadora',
  perRun: 10,
  async run(needs, { key: contractId, orderId }) {
    if (orderId === null || !(await isPriceDue(needs.db, contractId))) return undefined;
    await sendPrice(needs, orderId, contractId);
    // The facts changed meanwhile.
    const isChanged = await isPriceDue(needs.db, contractId);
    return isChanged ? { againAt: needs.clock.now() } : undefined;
  },
});

/** Sets a subscription to the price of the newest terms. Safe to repeat. */
export async function sendPrice(needs: Deps, orderId: string, contractId: string): Promise<void> {
  const { facts, version } = await readLedger(needs.db, orderId);
  const contract = facts.contracts.find(({ id }) => id === contractId);
  const tenant = await findTenant(needs.db, orderId);
  if (contract?.end === null && tenant !== null) {
    const details = await needs.processor.readSubscription(contract.subscriptionId);
    if (details?.status === 'active' || details?.status === 'inactive')
      await setPrice(needs, details, { ...termsOf(contract), orderId, subdomain: tenant.subdomain });
  }
  // The terms changed meanwhile: the next run sends them.
  if ((await readLedger(needs.db, orderId)).version === version) await markPriceSent(needs.db, contractId);
}

/** Price and plan of the next charge. */
interface Price extends Pick<Terms, 'plan' | 'cycle' | 'amountCentavos'> {
  readonly orderId: string;
  readonly subdomain: string;
}

/** Changes the price, and if needed the cycle, of a subscription from its next charge on. Safe to repeat. */
export async function setPrice(
  needs: Deps,
  { subscriptionId, payments, cycle: chargedCycle }: SubscriptionDetails,
  { amountCentavos, cycle, plan, subdomain, orderId }: Price,
): Promise<void> {
  const open = openCharges(payments);
  const updatesPending = reachesOpenCharges(
    open.map(({ dueDate }) => dueDate),
    businessDay(needs.clock.now()),
  );
  const first = updatesPending && cycle !== chargedCycle ? open[0] : undefined;
  // The first open charge now pays for the whole new cycle, so remove later charges within it.
  if (first !== undefined) await removeUnpaidCharges(needs, orderId, open.slice(1));
  await needs.processor.changeSubscription(subscriptionId, {
    amountCentavos,
    cycle,
    description: chargeText(needs, plan, subdomain),
    updatesPending,
    ...(first === undefined ? {} : { nextDueDate: renewalDay(first.dueDate, cycle) }),
  });
}
