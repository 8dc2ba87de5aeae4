/** Continues open card changes after a lost response, a lost event or a crash. */
import type { Deps } from '#functions/compose.ts';
import { forEachConcurrently } from '#functions/platform/concurrently.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { notifyOperators } from '#functions/platform/notify-operators.ts';
import type { CardChange } from './card-change.ts';
import { resumeCardChange } from './resume-card-change.ts';

type Needs = NeedsOf<typeof resumeCardChange> &
  NeedsOf<typeof notifyOperators> &
  Pick<Deps, 'clock' | 'logger'>;

const BATCH = 20;
/** Pause between two checks of one change; the original request has its own lease. */
const CHECK_MS = 20_000;

async function sweepCardChanges(needs: Needs): Promise<void> {
  await forEachConcurrently(
    await needs.cardChanges.listOpen(needs.clock.now(), CHECK_MS, BATCH),
    async (change) => {
      await needs.cardChanges.touch(change.id, needs.clock.now());
      await resumeCardChange(needs, change);
    },
    async (change, error) => {
      needs.logger.warn('card-change-postponed', { orderId: change.orderId, state: change.state, error });
      await notifyStuck(needs, change);
    },
  );
}

/** Notifies the operators of a change that is still open after a day. */
async function notifyStuck(needs: Needs, { id, orderId, expiresAt }: CardChange): Promise<void> {
  if (expiresAt >= needs.clock.now()) return;
  const subdomain = (await needs.tenants.findByOrder(orderId))?.subdomain ?? null;
  await notifyOperators(needs, 'card-change-stuck', {
    orderId,
    subdomain,
    reference: id,
    amountCentavos: null,
  });
}

export const cardChangeJobs = { cardChanges: sweepCardChanges };
