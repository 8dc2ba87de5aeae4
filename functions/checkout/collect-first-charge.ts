/**
 * The first charge of an order: opened at most once, with the card that was typed or on the processor's page.
 */

import type { CheckoutRequest } from '#domain/api-schemas/checkout.ts';
import { businessDay } from '#domain/billing/days.ts';
import { codeOf } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { payerHash } from '#functions/debts/parties.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import type { Order } from '#functions/orders/order.ts';
import { markOrderUnclear, markOrderUnpaid, notePayer } from '#functions/orders/store.ts';
import { createOnce, isRefusal } from '#functions/platform/create-once.ts';
import { appendEvent } from '#functions/platform/events.ts';
import { type Leased, requireLease } from '#functions/platform/lease.ts';
import type { ChargeCaller } from '#functions/platform/within-processor-quota.ts';
import type { Payer } from '#functions/vendors/cards.ts';
import type { SubscriptionSnapshot } from '#functions/vendors/processor.ts';
import { payerIn } from './payer.ts';
import { adoptSubscription } from './sync-payment.ts';

export interface CheckoutInput extends ChargeCaller {
  readonly request: CheckoutRequest;
}

type PaidRequest = Extract<CheckoutRequest, { pagamento: 'cartao' }>;

/**
 * Opens the subscription at most once; after a crash or a lost response the next caller looks it up by the order's id
 * first.
 */
export async function collectFirstCharge(
  needs: Deps,
  leased: Leased<Order>,
  input: CheckoutInput,
  request: PaidRequest,
): Promise<void> {
  const { row: order } = leased;
  let announced = order;
  const found = await createOnce(needs, leased, {
    lookUp: () => findOrClear(needs, order),
    prepare: async () => {
      const payer = payerIn(input.identity, request);
      const customerId = await needs.processor.ensureCustomer(payer);
      await notePayer(needs.db, order.id, await payerHash(needs, payer.cpfCnpj));
      return () =>
        openSubscription(needs, order, { customerId, payer, input, request, now: needs.clock.now() });
    },
    announce: async (unclearUntil) => {
      const { cardEntry, clock } = needs;
      // No lease: another request took it while the processor was slow. That one charges, not this one.
      announced = requireLease(
        await markOrderUnclear(needs.db, leased.row, { unclearUntil, cardEntry }, clock.now()),
      );
      leased.row = announced;
    },
    failed: async ({ error, wasSent }) => {
      await appendEvent(needs, 'charge-failed', { orderId: order.id, detail: codeOf(error) });
      // A charge of an earlier attempt with a lost response may still appear later.
      if (wasSent && isRefusal(error))
        await markOrderUnpaid(needs.db, announced, order.unclearUntil, needs.clock.now());
    },
  });
  await adoptSubscription(needs, leased.row, found);
}

/** Looks the subscription up. One that was removed at the processor before it was paid makes room for another. */
async function findOrClear(needs: Deps, order: Order): Promise<SubscriptionSnapshot | null> {
  const found = await needs.processor.findSubscription(order.id);
  const now = needs.clock.now();
  if (found === null && order.payment === 'pending' && order.unclearUntil < now)
    await markOrderUnpaid(needs.db, order, order.unclearUntil, now);
  return found;
}

interface Opening {
  readonly customerId: string;
  readonly payer: Payer;
  readonly input: CheckoutInput;
  readonly request: PaidRequest;
  readonly now: number;
}

/** With a card, charges it today; without one, the customer pays on the processor's page, which keeps the card. */
function openSubscription(needs: Deps, order: Order, about: Opening): Promise<SubscriptionSnapshot> {
  const { customerId, payer, input, request, now } = about;
  const sold = {
    orderId: order.id,
    amountCentavos: order.amountCentavos,
    cycle: order.cycle,
    firstDueDate: businessDay(now),
    description: chargeText(needs, order.plan, order.subdomain),
  };
  if ('card' in request) {
    const { remoteIp } = input;
    return needs.processor.openSubscription(customerId, payer, request.card, { ...sold, remoteIp });
  }
  const way = new URLSearchParams({ tenant: order.subdomain, plan: order.plan, cycle: order.cycle });
  const returnUrl = `${needs.siteUrl}/provisionamento?${way}`;
  return needs.processor.openUnpaidSubscription(customerId, { ...sold, returnUrl });
}
