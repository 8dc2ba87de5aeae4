/**
 * Webhook events: stored once and processed once. Their content is not trusted; the payment is read again from the
 * processor.
 */
import type { Deps } from '#functions/compose.ts';
import { defineWork } from '#functions/platform/work/define-work.ts';
import { syncSubscription } from './compare-contract.ts';
import { routePayment } from './route-payment.ts';
import {
  EVENT_WORK,
  findOpenEvent,
  markEventProcessed,
  receiveEvent,
  type WebhookEvent,
} from './webhook-events.ts';

type KeepNeeds = Pick<Deps, 'db' | 'clock'>;

/**
 * Stores the event; true when it must be processed. The sender waits only for this step: it gives up after ten seconds,
 * and the calls to the processor may take longer.
 */
export async function keepPaymentEvent(needs: KeepNeeds, event: WebhookEvent): Promise<boolean> {
  return receiveEvent(needs.db, event, needs.clock.now());
}

/** Processes one stored event; processing one twice at once is harmless. */
export const paymentEventWork = defineWork<Deps>({
  kind: EVENT_WORK,
  title: 'Aviso da operadora',
  perRun: 50,
  isUrgent: true,
  async run(needs, { key }) {
    const event = await findOpenEvent(needs.db, key);
    if (event === null) return;
    await applyEvent(needs, event);
    await markEventProcessed(needs.db, key, needs.clock.now());
  },
});

async function applyEvent(needs: Deps, { type, paymentId, subscriptionId }: WebhookEvent): Promise<void> {
  if (paymentId === null) {
    if (subscriptionId !== null) await syncSubscription(needs, subscriptionId);
    return;
  }
  const payment = await needs.processor.readPayment(paymentId);
  if (payment === null) return;
  const { orderId } = await routePayment(needs, payment, type);
  if (orderId === null) needs.logger.warn('payment-without-order', { paymentId, type });
}
