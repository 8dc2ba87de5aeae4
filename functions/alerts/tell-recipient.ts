/**
 * Tells a recipient what happened: the next message is decided, written with the recipient's mark, and sent.
 *
 * After a crash at any step the same work continues: a written message is sent first, under its own id. The mail provider
 * drops an id that it has seen; Telegram knows none, so a message whose answer was lost may come twice.
 */
import { GATHER_MS, nextStep, WAIT_MAX_MS } from '#domain/alerts/next-message.ts';
import { quietUntil, zoneOf } from '#domain/alerts/preferences.ts';
import { messageShare, shareWarning } from '#domain/alerts/shares.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import type { Deps } from '#functions/compose.ts';
import { type Again, defineWork, type KeepLease, Unfinished } from '#functions/platform/work/define-work.ts';
import { runWorkNow } from '#functions/platform/work/run-work.ts';
import { deliver } from './deliver.ts';
import { advanceRecipient, findWaitingMessage, readSituation, type WaitingMessage } from './message-store.ts';
import { ALERT_WORK } from './names.ts';
import { type AlertRecipient, findRecipient } from './recipient-store.ts';

/** Messages to one recipient in one run. */
const MESSAGES_MAX = 5;
/** Longer than a message takes; after a crash its recipient waits so long. */
const LEASE_MS = 45_000;
/** A provider that was down is asked again within this time. */
const RETRY_WITHIN_MS = 60_000;

export const alertWork = defineWork<Deps>({
  kind: ALERT_WORK,
  title: 'Aviso a um destino',
  perRun: 40,
  isUrgent: true,
  isDrained: true,
  retryWithinMs: RETRY_WITHIN_MS,
  leaseMs: LEASE_MS,
  run: (needs, { key }, keep) => tellRecipient(needs, key, keep),
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Tells once the first event was gathered, and again what had to wait for an earlier message; the scheduled run, a minute
 * later, is the safety net. Ends within the 30 s that a Worker has after its answer.
 */
export async function tellSoon(needs: Deps, recipients: readonly string[], pause = sleep): Promise<void> {
  for (const ms of [GATHER_MS, WAIT_MAX_MS - GATHER_MS]) {
    await pause(ms);
    await runWorkNow(needs, alertWork, recipients);
  }
}

async function tellRecipient(needs: Deps, id: string, keep: KeepLease): Promise<Again | undefined> {
  for (let messages = 0; messages < MESSAGES_MAX; messages += 1) {
    await keep();
    const recipient = await findRecipient(needs.db, id);
    if (recipient === null || recipient.state !== 'on') return undefined;
    const waiting = await findWaitingMessage(needs.db, id);
    // A word about another recipient is no reason to wake anybody; what happens meanwhile goes before it.
    const quietEnd =
      waiting?.isNote === true ? quietUntil(recipient.preferences.quiet, needs.clock.now()) : null;
    const { message, wakeAt } =
      waiting === null || quietEnd !== null
        ? await writeNext(needs, recipient)
        : { message: waiting, wakeAt: ASK_AGAIN };
    const again = message === null ? null : await deliver(needs, recipient, message);
    if (again !== null) return again;
    if (wakeAt === ASK_AGAIN) continue;
    const moments = [wakeAt, quietEnd].filter((moment) => moment !== null);
    return moments.length === 0 ? undefined : { againAt: Math.min(...moments) };
  }
  return { againAt: needs.clock.now() };
}

/** What was read is told; more may be left. */
const ASK_AGAIN = -1;

/** Writes the next message, if there is one. @returns When to ask again without a further change. */
async function writeNext(
  needs: Deps,
  recipient: AlertRecipient,
): Promise<{ message: WaitingMessage | null; wakeAt: number | null }> {
  const now = needs.clock.now();
  const situation = await readSituation(needs.db, recipient, now);
  const { tenant, changes, newest, events, firstMonitor, sentToday, isCut } = situation;
  if (tenant === null || tenant.state === 'ended') return { message: null, wakeAt: null };
  const { preferences, memory, toldAt, readSeq } = recipient;
  const { message, wakeAt, ...next } = nextStep(
    {
      preferences,
      memory,
      toldAt,
      events,
      readSeq,
      changesOf: (monitor) => changes.get(monitor) ?? { count: 0, isAtLeast: false },
      newestOf: (monitor) => newest.get(monitor) ?? null,
      isRunning: tenant.state === 'active',
      firstMonitor,
      share: { sent: sentToday, limit: messageShare(tenant.plan), warning: shareWarning(tenant.plan) },
    },
    now,
  );
  if (message === null && next.readSeq === readSeq && next.memory === memory) return { message, wakeAt };
  const told =
    message === null
      ? null
      : { id: needs.newId(), ...writeAlert(message, zoneOf(preferences), now), createdAt: now };
  if (!(await advanceRecipient(needs.db, recipient, next, told, now)))
    throw new Unfinished('another worker told it');
  return { message: told, wakeAt: isCut ? ASK_AGAIN : wakeAt };
}
