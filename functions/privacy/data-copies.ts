/** Data exports by accounts, counted per day in D1: each one calls the processor and reads every table. */
import { businessDay, secondsToNextDay } from '#domain/billing/days.ts';
import { DomainError } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import type { Clock } from '#functions/platform/clock.ts';
import { sql, statement } from '#functions/platform/db.ts';
import { changeAndReport } from '#functions/platform/outbox.ts';

/** Exports per account and day: more than a person needs. */
export const COPIES_PER_DAY = 5;

interface CopyNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
}

/**
 * Counts an export.
 * @param orderId Of the caller's own environment, whose history says so.
 * @throws DomainError `rate-limited` until the next day in São Paulo.
 */
export async function takeDataCopy(
  needs: CopyNeeds,
  subject: string,
  orderId: string | undefined,
): Promise<void> {
  const events = orderId === undefined ? [] : [{ kind: 'data-copied', orderId }];
  if (
    await changeAndReport(needs.db, { events }, needs.clock.now())`
          INSERT INTO data_copies (subject, day, copies)
        VALUES (${subject}, ${businessDay(needs.clock.now())}, 1)
        ON CONFLICT (subject, day) DO UPDATE SET copies = copies + 1 WHERE copies < ${COPIES_PER_DAY}`
  )
    return;
  throw new DomainError('rate-limited', {
    sentence: message('own-data.copies-over', { count: COPIES_PER_DAY }),
    retryAfterSeconds: secondsToNextDay(needs.clock.now()),
  });
}

/** Removes a failed export from the count; deletes the row when the count reaches zero. */
export async function uncountDataCopy(needs: CopyNeeds, subject: string): Promise<void> {
  const isOf = sql`WHERE subject = ${subject} AND day = ${businessDay(needs.clock.now())}`;
  await needs.db.batch([
    statement(needs.db)`UPDATE data_copies SET copies = copies - 1 ${isOf}`,
    statement(needs.db)`DELETE FROM data_copies ${isOf} AND copies <= 0`,
  ]);
}
