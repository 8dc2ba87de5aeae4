/** How support answers: what waits, and the month's time to the first answer. */
import type { SupportReport } from '#domain/api-schemas/support.ts';
import { businessDay, renewalDay, startOfDay } from '#domain/billing/days.ts';
import { type PlanId, planIds } from '#domain/plans/ids.ts';
import { FREE_ANSWER, promisedAnswer } from '#domain/support/answer-days.ts';
import { countedMs } from '#domain/support/deadline.ts';
import { messageNumber } from '#domain/support/words.ts';
import type { Deps } from '#functions/compose.ts';
import { type DueMessage, listDueWithin, listUnanswered } from './store.ts';

type Needs = Pick<Deps, 'db' | 'clock' | 'catalog' | 'supportCalendar'>;

const MINUTE_MS = 60_000;

/** @param month `YYYY-MM`; the running one by default. */
export async function reportAnswers(needs: Needs, month?: string): Promise<SupportReport> {
  const { db, clock } = needs;
  const of = month ?? businessDay(clock.now()).slice(0, 7);
  const begin = `${of}-01`;
  const [open, messages] = await Promise.all([
    listUnanswered(db),
    listDueWithin(db, startOfDay(begin), startOfDay(renewalDay(begin, 'monthly'))),
  ]);
  return {
    month: of,
    open: open.map(({ id, plan, subdomain, createdAt: at, dueAt }) => ({
      ...{ number: messageNumber(id), plan, tenant: subdomain, at, dueAt },
    })),
    plans: [...planIds.toReversed(), null].flatMap((plan) => {
      const own = messages.filter((each) => each.plan === plan);
      return own.length === 0 ? [] : [summaryOf(needs, plan, own)];
    }),
  };
}

function summaryOf(
  { catalog, clock, supportCalendar }: Needs,
  plan: PlanId | null,
  messages: readonly DueMessage[],
): SupportReport['plans'][number] {
  const promise = plan === null ? FREE_ANSWER : promisedAnswer(catalog.plan(plan).highlights);
  const answered = messages.flatMap(({ createdAt, dueAt, answeredAt }) =>
    answeredAt === null
      ? []
      : [{ ms: countedMs(createdAt, answeredAt, promise, supportCalendar), isInTime: answeredAt <= dueAt }],
  );
  const overdue = messages.filter(
    ({ answeredAt, dueAt }) => answeredAt === null && dueAt < clock.now(),
  ).length;
  const settled = answered.length + overdue;
  const median = medianOf(answered.map(({ ms }) => ms));
  return {
    plan,
    messages: messages.length,
    answered: answered.length,
    medianMinutes: median === null ? null : Math.round(median / MINUTE_MS),
    inTimePercent:
      settled === 0 ? null : Math.floor((100 * answered.filter(({ isInTime }) => isInTime).length) / settled),
  };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const [low, high] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.floor(sorted.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}
