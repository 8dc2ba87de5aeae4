/**
 * `POST /api/webhooks/asaas`.
 *
 * Order: size cap (app.ts) → constant-time token compare → parse → keep the event → 200, and act. The processor counts
 * anything but 200 as a failure and pauses its queue after fifteen, so only a foreign sender gets another answer.
 */
import { Hono } from 'hono';
import { timingSafeEqual } from 'hono/utils/buffer';
import * as z from 'zod';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { DomainError } from '#domain/errors.ts';
import type { AppEnv, AppPorts } from '#functions/http/context.ts';
import { keepPaymentEvent, workPaymentEvent } from './receive-payment-event.ts';

/** The processor's ids (`pay_…`, `sub_…`) go into addresses; what is none of its kind could never be worked. */
const vendorId = z.string().regex(/^[\w-]{1,100}$/);

/** Unknown attributes and event types are tolerated, as the vendor asks. */
export const AsaasEvent = z.object({
  id: z.string().min(1).max(255),
  event: z.string().min(1).max(100),
  payment: z.object({ id: vendorId }).optional(),
  subscription: z.object({ id: vendorId }).optional(),
});

export function webhookRoutes({ deps, webhookToken }: AppPorts): Hono<AppEnv> {
  return new Hono<AppEnv>().post(apiRoutes.asaasWebhook, async (c) => {
    const token = c.req.header('asaas-access-token') ?? '';
    if (!(await timingSafeEqual(token, webhookToken))) throw new DomainError('unauthenticated');
    const body: unknown = await c.req.json().catch(() => null);
    const read = AsaasEvent.safeParse(body);
    if (!read.success) {
      c.get('logger').warn('webhook-unreadable');
      return c.json({ received: true });
    }
    const { id, event, payment, subscription } = read.data;
    const kept = {
      id,
      type: event,
      paymentId: payment?.id ?? null,
      subscriptionId: subscription?.id ?? null,
    };
    if (await keepPaymentEvent(deps, kept)) c.executionCtx.waitUntil(workPaymentEvent(deps, kept));
    return c.json({ received: true });
  });
}
