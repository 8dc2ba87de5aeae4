/** Continues open hand-overs after a lost response, a lost event or a crash. */
import { notifyOperators } from '#functions/operations/notices.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { sideBySide } from '#functions/platform/side-by-side.ts';
import type { PaymentSnapshot } from '#functions/vendors/payments.ts';
import { advanceHandover } from './advance-handover.ts';
import type { Handover } from './handover.ts';
import { withLease } from './leased-handover.ts';

type Needs = NeedsOf<typeof advanceHandover> & NeedsOf<typeof notifyOperators>;

const BATCH = 20;
/** Pause between two checks of one hand-over; the original request has its own lease. */
const CHECK_MS = 20_000;
/** An accepted hand-over still open after this time is reported to operators. */
const STUCK_MS = 86_400_000;

async function sweepHandovers(needs: Needs): Promise<void> {
  await sideBySide(
    await needs.handovers.listDue(needs.clock.now(), CHECK_MS, BATCH),
    async (handover) => {
      await needs.handovers.touch(handover.id, needs.clock.now());
      await resumeHandover(needs, handover);
    },
    async (handover, error) => {
      needs.logger.warn('handover-postponed', { orderId: handover.orderId, state: handover.state, error });
      await notifyStuck(needs, handover);
    },
  );
}

/** Runs the next steps of a hand-over, unless another worker holds its lease. */
async function resumeHandover(needs: Needs, { id }: Pick<Handover, 'id'>): Promise<void> {
  const leased = await needs.handovers.acquire(id, needs.clock.now());
  if (leased === null) return;
  await withLease(needs, leased, (work) =>
    advanceHandover(needs, work).catch((error: unknown) => {
      if (work.handover.settledAt === null) throw error;
    }),
  );
}

async function notifyStuck(needs: Needs, { id, orderId, termsAcceptedAt }: Handover): Promise<void> {
  if (termsAcceptedAt === null || needs.clock.now() - termsAcceptedAt < STUCK_MS) return;
  const subdomain = (await needs.tenants.findByOrder(orderId))?.subdomain ?? null;
  await notifyOperators(needs, 'handover-stuck', { orderId, subdomain, reference: id, amountCentavos: null });
}

/**
 * Handles a charge of a subscription that a receiver opened and that has no contract yet.
 * @returns The order, or `null` for any other charge.
 */
export async function followHandover(
  needs: Needs,
  { orderId: reference, pageId, subscriptionId }: PaymentSnapshot,
): Promise<string | null> {
  const open = await needs.handovers.findByPurchase(reference, pageId, subscriptionId);
  if (open === null) return null;
  await resumeHandover(needs, open);
  return open.orderId;
}

export const handoverJobs = { handovers: sweepHandovers };
