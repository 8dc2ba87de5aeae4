/** Works payment events that could not be worked when they came. */
import type { Deps } from '#functions/use-cases/deps.ts';
import { workPaymentEvent } from '#functions/use-cases/receive-payment-event.ts';

const BATCH = 50;

export async function workDueEvents(deps: Deps): Promise<void> {
  for (const event of await deps.webhookEvents.listDue(deps.clock.now(), BATCH))
    await workPaymentEvent(deps, event);
}
