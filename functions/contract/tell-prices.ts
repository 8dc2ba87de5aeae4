/** Subscriptions whose price was changed in the ledger first: the processor is told until it knows. */

import { businessDay } from '#domain/billing/days.ts';
import { openCharges } from '#domain/billing/periods.ts';
import { termsOf } from '#domain/contract/facts.ts';
import type { Catalog } from '#domain/plans/catalog.ts';
import { reachesOpenCharges } from '#domain/upgrade/upgrade.ts';
import type { Clock } from '#functions/platform/clock.ts';
import type { Logger } from '#functions/platform/logger.ts';
import type { BillingGateway } from '#functions/vendors/payments.ts';
import { chargeText } from './charge-text.ts';
import type { LedgerStore } from './ledger-store.ts';
import type { TenantStore } from './tenant-store.ts';

interface Needs {
  readonly ledger: LedgerStore;
  readonly tenants: TenantStore;
  readonly billing: BillingGateway;
  readonly catalog: Catalog;
  readonly clock: Clock;
  readonly logger: Logger;
}

const BATCH = 10;

export async function tellPrices(needs: Needs): Promise<void> {
  for (const { contractId, orderId } of await needs.ledger.listPriceDue(BATCH))
    await tellPrice(needs, orderId, contractId).catch((error: unknown) =>
      needs.logger.warn('price-postponed', { orderId, error }),
    );
}

/** Gives a subscription the price of the newest terms. Safe to repeat. */
async function tellPrice(needs: Needs, orderId: string, contractId: string): Promise<void> {
  const { facts, version } = await needs.ledger.read(orderId);
  const contract = facts.contracts.find(({ id }) => id === contractId);
  const tenant = await needs.tenants.findByOrder(orderId);
  if (contract?.end === null && tenant !== null) {
    const details = await needs.billing.readSubscription(contract.subscriptionId);
    const { plan, cycle, amountCentavos } = termsOf(contract);
    const open = openCharges(details?.payments ?? []).map(({ dueDate }) => dueDate);
    if (details !== null && details.status !== 'deleted')
      await needs.billing.changeSubscription(contract.subscriptionId, {
        amountCentavos,
        cycle,
        description: chargeText(needs, plan, tenant.subdomain),
        updatesPending: reachesOpenCharges(open, businessDay(needs.clock.now())),
      });
  }
  // Other terms meanwhile: they are told next time.
  if ((await needs.ledger.read(orderId)).version === version) await needs.ledger.priceTold(contractId);
}
