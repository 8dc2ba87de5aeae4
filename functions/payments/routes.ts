/**
 * The processor's webhook (`POST /api/webhooks/asaas`) and the comparison with the processor.
 *
 * Order of the webhook: body size limit (app.ts) → constant-time token compare → parse → store the event → 200, then
 * process. The processor counts anything but 200 as a failure and pauses its queue after fifteen, so only a wrong token
 * gets another status.
 */
import * as z from 'zod';
import { asaasWebhookEndpoint } from '#domain/api-schemas/webhook.ts';
import { addDays, businessDay } from '#domain/billing/days.ts';
import type { Deps } from '#functions/compose.ts';
import { lookAtNoteAgain } from '#functions/fiscal/store.ts';
import { lenientJson } from '#functions/http/json.ts';
import { commandsWith } from '#functions/http/operator-command.ts';
import { routesWith } from '#functions/http/route.ts';
import { processor } from '#functions/http/servers.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { keepPaymentEvent, paymentEventWork } from './receive-payment-event.ts';
import { COMPARISON, reconcilePayments } from './reconcile.ts';

const route = routesWith<Deps>();

const command = commandsWith<Deps>();

/** The processor's ids (`pay_…`, `sub_…`) become part of URLs, so other formats are rejected. */
const vendorId = z.string().regex(/^[\w-]{1,100}$/);

/** Unknown attributes and event types are tolerated, as the vendor asks. */
const AsaasEvent = z.object({
  id: z.string().min(1).max(255),
  event: z.string().min(1).max(100),
  payment: z.object({ id: vendorId }).optional(),
  subscription: z.object({ id: vendorId }).optional(),
  invoice: z.object({ id: vendorId, payment: vendorId.nullish() }).optional(),
});

export const paymentRoutes = [
  route({
    name: 'asaasWebhook',
    method: 'post',
    path: asaasWebhookEndpoint,
    chapter: 'Operadora de pagamentos',
    summary: 'Aviso da operadora de pagamentos',
    description:
      'O aviso é guardado e respondido na hora; o pagamento é relido na operadora. Avisos repetidos, desconhecidos ou ' +
      'ilegíveis também recebem 200, porque a operadora para a fila depois de quinze recusas.',
    use: [processor(), lenientJson(AsaasEvent)],
    answers: { 200: { description: 'Recebido.', schema: z.object({ received: z.literal(true) }) } },
    handle: async (c, needs) => {
      const { body } = c.var;
      if (body === null) c.var.logger.warn('webhook-unreadable');
      else {
        const event = {
          id: body.id,
          type: body.event,
          paymentId: body.payment?.id ?? null,
          subscriptionId: body.subscription?.id ?? null,
        };
        // The event is not trusted: the job reads the nota again.
        if (body.invoice !== undefined)
          await lookAtNoteAgain(needs.db, body.invoice.id, body.invoice.payment ?? null, needs.clock.now());
        if (await keepPaymentEvent(needs, event))
          c.executionCtx.waitUntil(runWorkNow(needs, paymentEventWork, [event.id]));
      }
      return { received: true as const };
    },
  }),
  command({
    name: 'reconciliar',
    summary: 'Comparar com a operadora de pagamentos',
    answer: z.object({ compared: z.int(), found: z.int() }),
    errors: ['payment-unclear', 'payment-unavailable'],
    handle: ({ since, all }, needs) =>
      reconcilePayments(
        needs,
        since ?? addDays(businessDay(needs.clock.now()), -COMPARISON.lookBackDays),
        all,
      ),
  }),
];
