/** Webhook set-up on Asaas API v3 (docs.asaas.com/docs/create-new-webhook-via-api). */
import type { PaymentWebhooks } from '#functions/vendors/processor.ts';
import { type AsaasOptions, createAsaasClient, PAGE_SIZE } from './client.ts';
import { WireWebhook, WireWebhooks } from './wire.ts';

/** The events that we act on or store for operators; the vendor asks not to subscribe to more. */
export const listenedEvents = [
  'PAYMENT_CREATED',
  'PAYMENT_CONFIRMED',
  'PAYMENT_RECEIVED',
  'PAYMENT_OVERDUE',
  'PAYMENT_DELETED',
  'PAYMENT_RESTORED',
  'PAYMENT_CREDIT_CARD_CAPTURE_REFUSED',
  'PAYMENT_REPROVED_BY_RISK_ANALYSIS',
  'PAYMENT_REFUNDED',
  'PAYMENT_REFUND_IN_PROGRESS',
  'PAYMENT_PARTIALLY_REFUNDED',
  'PAYMENT_CHARGEBACK_REQUESTED',
  'PAYMENT_CHARGEBACK_DISPUTE',
  'PAYMENT_AWAITING_CHARGEBACK_REVERSAL',
  'SUBSCRIPTION_INACTIVATED',
  'SUBSCRIPTION_DELETED',
  'CHECKOUT_PAID',
  'CHECKOUT_EXPIRED',
  'INVOICE_AUTHORIZED',
  'INVOICE_CANCELED',
  'INVOICE_CANCELLATION_DENIED',
  'INVOICE_ERROR',
] as const;

/** See `PaymentWebhooks` for the method. */
export function createAsaasWebhooks(options: AsaasOptions): PaymentWebhooks {
  const { demand } = createAsaasClient(options);
  return {
    async ensure({ url, token, email }) {
      const { data } = await demand(WireWebhooks, {
        name: 'list webhooks',
        method: 'GET',
        path: '/v3/webhooks',
        query: { limit: String(PAGE_SIZE) },
      });
      const known = data.find((webhook) => webhook.url === url);
      await demand(WireWebhook, {
        name: known ? 'update webhook' : 'create webhook',
        method: known ? 'PUT' : 'POST',
        path: known ? `/v3/webhooks/${encodeURIComponent(known.id)}` : '/v3/webhooks',
        json: {
          name: 'Vigia',
          url,
          authToken: token,
          enabled: true,
          interrupted: false,
          // In order: a confirmation must not arrive before its creation.
          sendType: 'SEQUENTIALLY',
          events: listenedEvents,
          // By the vendor's reference, only a create call accepts it.
          ...(known ? {} : { email }),
        },
      });
      return known ? 'updated' : 'created';
    },
  };
}
