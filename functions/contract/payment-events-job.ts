/** Works payment events that could not be worked when they came. */
import type { Deps } from '#functions/deps.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import { workPaymentEvent } from './receive-payment-event.ts';

const BATCH = 50;
/** After a kill its turn comes again; working one twice at the same moment would be harmless, too. */
const LEASE_MS = 60_000;

export async function workDueEvents(deps: Deps): Promise<void> {
  const now = deps.clock.now();
  const due = await deps.webhookEvents.claimDue(now, now + LEASE_MS, BATCH);
  await sideBySide(due, (event) => workPaymentEvent(deps, event));
}
