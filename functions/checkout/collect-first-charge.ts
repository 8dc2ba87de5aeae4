/**
 * The first charge of an order: opened at most once, with the card that was typed or on the processor's page.
 */
import { businessDay } from '#domain/billing/days.ts';
import type { CheckoutRequest } from '#domain/contracts/checkout.ts';
import { codeOf, DomainError, type ErrorCode } from '#domain/errors.ts';
import type { Deps } from '#functions/compose.ts';
import { payerHash } from '#functions/debts/parties.ts';
import { chargeText } from '#functions/orders/charge-text.ts';
import type { Order } from '#functions/orders/order.ts';
import { CHARGING_MS_MAX, requireLease } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import type { ChargeAsker } from '#functions/platform/within-share.ts';
import type { Payer } from '#functions/vendors/cards.ts';
import type { SubscriptionSnapshot } from '#functions/vendors/processor.ts';
import { payerIn } from './payer.ts';
import { adoptSubscription } from './sync-payment.ts';

type Needs = NeedsOf<typeof adoptSubscription> &
  NeedsOf<typeof payerHash> &
  Pick<Deps, 'processor' | 'catalog' | 'cardEntry' | 'siteUrl'>;

export interface CheckoutInput extends ChargeAsker {
  readonly request: CheckoutRequest;
}

type PaidRequest = Extract<CheckoutRequest, { pagamento: 'cartao' }>;

/**
 * Opens the subscription at most once. Before the create call, the order records that a subscription may exist; after a
 * crash or a lost response the next caller looks it up by the order's id first.
 */
export async function collectFirstCharge(
  needs: Needs,
  order: Order,
  leased: { lease: number },
  input: CheckoutInput,
  request: PaidRequest,
): Promise<void> {
  if (order.payment !== 'none' || order.unclearUntil > 0) {
    const found = await needs.processor.findSubscription(order.id);
    if (found !== null) return adoptSubscription(needs, order, found);
    const isOpen = order.payment === 'unclear' && order.unclearUntil >= needs.clock.now();
    if (isOpen) throw new DomainError('payment-unclear');
    // Removed at the processor before it was paid: clear it, so that a new one may be opened.
    if (order.payment === 'pending') await needs.orders.markUnpaid(order.id, order, false, needs.clock.now());
  }
  const payer = payerIn(input.identity, request);
  const customerId = await needs.processor.ensureCustomer(payer).catch(async (error: unknown) => {
    await noteFailure(needs, order.id, error);
    throw error;
  });
  await needs.orders.notePayer(order.id, await payerHash(needs, payer.cpfCnpj));
  const now = needs.clock.now();
  const unclearUntil = now + CHARGING_MS_MAX;
  const { cardEntry } = needs;
  // No lease: another request took it while the processor was slow. That one charges, not this one.
  leased.lease = requireLease(
    await needs.orders.markUnclear(order.id, leased.lease, { unclearUntil, cardEntry }, now),
  );
  try {
    const opened = await openSubscription(needs, order, { customerId, payer, input, request, now });
    await adoptSubscription(needs, { ...order, cardEntry }, opened);
  } catch (error) {
    await settleFailure(needs, order, { leaseUntil: leased.lease, unclearUntil }, error);
    throw error;
  }
}

interface Opening {
  readonly customerId: string;
  readonly payer: Payer;
  readonly input: CheckoutInput;
  readonly request: PaidRequest;
  readonly now: number;
}

/** With a card, charges it today; without one, the customer pays on the processor's page, which keeps the card. */
function openSubscription(needs: Needs, order: Order, about: Opening): Promise<SubscriptionSnapshot> {
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

/**
 * Records a failed call: a definite refusal leaves nothing at the processor, anything else stays unclear until looked
 * up.
 */
async function settleFailure(
  needs: Needs,
  { id: orderId, unclearUntil }: Order,
  seen: Pick<Order, 'leaseUntil' | 'unclearUntil'>,
  error: unknown,
): Promise<void> {
  const code = await noteFailure(needs, orderId, error);
  if (code === 'payment-unclear' || code === 'internal') return;
  // A charge of an earlier attempt with a lost response may still appear later.
  await needs.orders.markUnpaid(orderId, seen, unclearUntil === 0, needs.clock.now());
}

/** Adds the reason for the missing charge to the order's history. */
async function noteFailure(
  { events }: Pick<Needs, 'events'>,
  orderId: string,
  error: unknown,
): Promise<ErrorCode> {
  const code = codeOf(error);
  await events.append('charge-failed', { orderId, detail: code });
  return code;
}
