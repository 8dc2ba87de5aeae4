/** Create calls to the processor that must not happen twice: what is recorded before, and how a failure is handled. */
import { codeOf, type ErrorCode } from '#domain/errors.ts';
import type { EndReason } from '#domain/operations/words.ts';
import type { Deps } from '#functions/compose.ts';
import { CHARGING_MS_MAX } from '#functions/platform/lease.ts';
import type { NeedsOf } from '#functions/platform/needs.ts';
import { isRefusal } from '#functions/vendors/processor.ts';
import { eventOf, note, type readAgain, requireStillHeld, type Work } from './leased-change.ts';

type Needs = NeedsOf<typeof note> & NeedsOf<typeof readAgain> & Pick<Deps, 'clock'>;

/** Closes a change without effect. */
export async function closePlanChange(
  needs: Needs,
  work: Work,
  reason: EndReason | ErrorCode | 'refunded' | 'deleted',
): Promise<void> {
  const event = eventOf('upgrade-closed', work.change, reason);
  requireStillHeld(work, await needs.planChanges.close(work.change, event, needs.clock.now()));
}

/** Closes the change when its first step fails before anything was created. */
export async function closeOnFailure<T>(needs: Needs, work: Work, step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    await closePlanChange(needs, work, codeOf(error));
    throw error;
  }
}

/** Records that something may exist at the processor, then creates it; a definite refusal leaves nothing there. */
export async function openOnce<T>(needs: Needs, work: Work, open: () => Promise<T>): Promise<T> {
  const isFirst = work.change.unclearUntil === 0;
  const now = needs.clock.now();
  requireStillHeld(work, await needs.planChanges.markUnclear(work.change, now + CHARGING_MS_MAX, now));
  return open().catch(async (error: unknown) => {
    await settleFailure(needs, work, isFirst, error);
    throw error;
  });
}

/** Anything but a definite refusal stays unclear until looked up. */
async function settleFailure(needs: Needs, work: Work, isFirst: boolean, error: unknown): Promise<void> {
  const code = codeOf(error);
  await note(needs, 'upgrade-charge-failed', work.change, code);
  if (isFirst && isRefusal(error)) await closePlanChange(needs, work, code);
}
