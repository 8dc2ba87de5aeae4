/**
 * "Implantação assistida": begins by itself with a contract of the largest plan, and ends when the team says so or the plan
 * goes down.
 *
 * What the rows say is compared with what runs, each minute: a change of plan that is repeated or undone leaves no second
 * notice and none too few.
 */
import type { OpenOnboarding } from '#domain/api-schemas/support.ts';
import { DomainError } from '#domain/errors.ts';
import { workingDayAfter } from '#domain/support/deadline.ts';
import type { OnboardingOutcome } from '#domain/support/onboarding.ts';
import type { Deps } from '#functions/compose.ts';
import { all, firstValue, sql } from '#functions/platform/db.ts';
import { operatorMail } from '#functions/platform/notify-operators.ts';
import { changeAndReport } from '#functions/platform/outbox.ts';
import { isContracted } from '#functions/tenants/store.ts';

/** Within these working days team and customer talk for the first time. */
const WORKING_DAYS = 2;
const PER_RUN = 20;

type Needs = Pick<Deps, 'db' | 'clock' | 'supportCalendar'>;

/** A running environment of the largest plan; the text is that of the index `tenants_on_largest`. */
const ON_LARGEST = sql`e.plan = 'enterprise'`;

export const onboardingJobs = { onboardings: keepOnboardings };

async function keepOnboardings(needs: Needs): Promise<void> {
  const [due, left] = await Promise.all([listToBegin(needs.db), listToDrop(needs.db)]);
  for (const environment of due) await begin(needs, environment);
  for (const { orderId } of left) await end(needs, orderId, 'dropped');
}

const listToBegin = (db: D1Database) =>
  all<{ orderId: string; subdomain: string }>(db)`SELECT e.order_id, e.subdomain FROM environments e
    LEFT JOIN onboardings o ON o.order_id = e.order_id
    WHERE ${ON_LARGEST} AND e.state = 'active' AND ${isContracted(sql`e.order_id`)}
      AND (o.order_id IS NULL OR o.outcome = 'dropped') LIMIT ${PER_RUN}`;

const listToDrop = (db: D1Database) =>
  all<{ orderId: string }>(db)`SELECT o.order_id FROM onboardings o
    JOIN environments e ON e.order_id = o.order_id
    WHERE o.outcome IS NULL AND NOT (${ON_LARGEST} AND e.state <> 'ended') LIMIT ${PER_RUN}`;

async function begin(
  { db, clock, supportCalendar }: Needs,
  { orderId, subdomain }: { readonly orderId: string; readonly subdomain: string },
): Promise<void> {
  const now = clock.now();
  const dueOn = workingDayAfter(now, WORKING_DAYS, supportCalendar);
  const notice = operatorMail(`operator-onboarding-${orderId}-${now}`, {
    ...{ kind: 'onboarding', subdominio: subdomain, reference: orderId, talkUntil: dueOn },
  });
  await changeAndReport(
    db,
    { events: [{ kind: 'onboarding-began', orderId }], mails: [notice] },
    now,
  )`INSERT INTO onboardings (order_id, began_at, due_on) VALUES (${orderId}, ${now}, ${dueOn})
    ON CONFLICT (order_id) DO UPDATE SET began_at = ${now}, due_on = ${dueOn}, ended_at = NULL, outcome = NULL
      WHERE outcome = 'dropped'`;
}

async function end(
  { db, clock }: Pick<Needs, 'db' | 'clock'>,
  orderId: string,
  outcome: OnboardingOutcome,
): Promise<boolean> {
  const now = clock.now();
  return changeAndReport(db, { events: [{ kind: `onboarding-${outcome}`, orderId }] }, now)`UPDATE onboardings
    SET ended_at = ${now}, outcome = ${outcome} WHERE order_id = ${orderId} AND outcome IS NULL`;
}

/** Says that the team is done. @throws DomainError `not-found` without an open one. */
export async function endOnboarding(needs: Pick<Needs, 'db' | 'clock'>, orderId: string): Promise<void> {
  if (!(await end(needs, orderId, 'done'))) throw new DomainError('not-found');
}

/** The open ones, the most urgent first. */
export const listOnboardings = (db: D1Database) =>
  all<OpenOnboarding>(db)`SELECT e.subdomain AS tenant, o.began_at AS at, o.due_on AS until FROM onboardings o
    JOIN environments e ON e.order_id = o.order_id WHERE o.outcome IS NULL ORDER BY o.due_on, o.began_at`;

/** Those whose day is over. */
export const listLateOnboardings = (db: D1Database, today: string) =>
  all<{ subdomain: string }>(db)`SELECT e.subdomain FROM onboardings o
    JOIN environments e ON e.order_id = o.order_id
    WHERE o.outcome IS NULL AND e.state = 'active' AND o.due_on < ${today} ORDER BY o.due_on`;

/** Last day to talk of an open one, `YYYY-MM-DD`; `null` without one. */
export const findOnboardingDay = (db: D1Database, orderId: string) =>
  firstValue<string>(
    db,
  )`SELECT due_on AS value FROM onboardings WHERE order_id = ${orderId} AND outcome IS NULL`;
