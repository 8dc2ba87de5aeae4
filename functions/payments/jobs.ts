/** Scheduled work on what the processor reports: postponed webhook events, and the daily comparison. */
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { workPaymentEvent } from './receive-payment-event.ts';
import { reconcileNext } from './reconcile.ts';

const EVENTS_AT_ONCE = 50;
/** After a crash an event is claimed again once the lease expires; handling one twice at once is harmless. */
const EVENT_LEASE_MS = 60_000;

async function workDueEvents(needs: NeedsOf<typeof workPaymentEvent>): Promise<void> {
  const now = needs.clock.now();
  const due = await needs.webhookEvents.claimDue(now, now + EVENT_LEASE_MS, EVENTS_AT_ONCE);
  await sideBySide(due, (event) => workPaymentEvent(needs, event));
}

export const paymentJobs = { events: workDueEvents, reconciliation: reconcileNext };
