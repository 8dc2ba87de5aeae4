/** Members of environments in D1: memberships with their ends and pauses. */
import { goneMember, wakeMembers } from '#functions/alerts/member-store.ts';
import {
  all,
  among,
  first,
  firstChangesOne,
  firstValue,
  type Sql,
  sql,
  statement,
} from '#functions/platform/db.ts';
import {
  CHANGED,
  type ChangeReport,
  mailStatements,
  type OutgoingMail,
  reportStatements,
} from '#functions/platform/outbox.ts';
import { ENVIRONMENT_WORK } from '#functions/platform/work/environment-work.ts';
import { GROUP_WORK } from '#functions/platform/work/names.ts';
import { workOfEach, workStatement } from '#functions/platform/work/work-store.ts';
import { admittedChanged } from '#functions/tenants/admitted.ts';
import {
  endedStatement,
  listMembers,
  type Membership,
  pausedStatement,
  resumedStatement,
} from '#functions/tenants/members.ts';
import type { Invitation, Team } from './team.ts';

/** What decides about an environment's seats. */
export interface SeatRow {
  readonly orderId: string;
  readonly overSince: number | null;
  readonly gracePlan: string | null;
  readonly graceAt: number | null;
}

const withMails = (db: D1Database, mails: readonly OutgoingMail[], now: number, condition?: Sql) =>
  mails.flatMap((mail) => mailStatements(db, mail, now, condition));

const groupsOf = (db: D1Database, orderId: string, memberships: readonly string[], now: number) =>
  workOfEach(
    db,
    GROUP_WORK,
    now,
    sql`SELECT value AS key, ${orderId} AS order_id FROM ${among(memberships)}`,
  );

export const listPeopleNames = (db: D1Database, orderId: string) =>
  all<{ readonly id: string; readonly name: string }>(
    db,
  )`SELECT id, COALESCE(name, email) AS name FROM members
      WHERE order_id = ${orderId}
    UNION ALL SELECT id, email FROM invitations WHERE order_id = ${orderId}`;

export async function readTeam(db: D1Database, orderId: string): Promise<Team> {
  const [members, invitations] = await Promise.all([
    listMembers(db, orderId),
    all<Invitation>(db)`SELECT id, email, expires_at FROM invitations
          WHERE order_id = ${orderId} ORDER BY created_at, id`,
  ]);
  return { members, invitations };
}

/** Ends a membership with its report; false, with no report, when it had already ended. */
export const endMembershipRow = (
  db: D1Database,
  { id, orderId }: Pick<Membership, 'id' | 'orderId'>,
  report: ChangeReport,
  now: number,
) =>
  firstChangesOne(db, [
    endedStatement(db, { id, orderId }, now),
    workStatement(db, { kind: GROUP_WORK, key: id, orderId }, now, CHANGED),
    ...admittedChanged(db, orderId, now, CHANGED),
    // A seat is free, so a paused member may get access again.
    workStatement(db, { kind: ENVIRONMENT_WORK.seats, key: orderId, orderId }, now, CHANGED),
    ...reportStatements(
      db,
      report,
      now,
      sql`EXISTS (SELECT 1 FROM members WHERE id = ${id} AND ended_at = ${now})`,
    ),
    ...goneMember(db, id),
  ]);

export const readSeats = (db: D1Database, orderId: string) =>
  first<SeatRow>(db)`SELECT t.order_id, s.over_since, s.grace_plan, s.grace_at
    FROM environments t LEFT JOIN seats s ON s.order_id = t.order_id WHERE t.order_id = ${orderId}`;

/** All people fit into the plan: members in `resume` get their access back. */
export async function noteSeatsFit(
  db: D1Database,
  orderId: string,
  resume: readonly string[],
  report: ChangeReport,
  now: number,
) {
  await db.batch([
    resumedStatement(db, resume),
    ...admittedChanged(db, orderId, now, sql`changes() > 0`),
    groupsOf(db, orderId, resume, now),
    wakeMembers(db, resume, now),
    statement(db)`UPDATE seats SET over_since = NULL WHERE order_id = ${orderId}`,
    ...reportStatements(db, report, now),
  ]);
}

/** Too many people: queues the owner's mail, and counts the time to choose. */
export async function noteSeatsGrace(
  db: D1Database,
  orderId: string,
  plan: string,
  mails: readonly OutgoingMail[],
  now: number,
) {
  await db.batch([
    statement(db)`INSERT INTO seats (order_id, over_since, grace_plan, grace_at)
      SELECT order_id, ${now}, ${plan}, ${now} FROM environments WHERE order_id = ${orderId}
      ON CONFLICT (order_id) DO UPDATE SET over_since = COALESCE(over_since, ${now}),
        grace_plan = IIF(over_since IS NULL, excluded.grace_plan, grace_plan),
        grace_at = IIF(over_since IS NULL, excluded.grace_at, grace_at)`,
    // The mail's id contains the last day, so it is sent once.
    ...withMails(db, mails, now),
  ]);
}

/** Pauses the newest members beyond the seats. */
export async function noteSeatsPause(
  db: D1Database,
  orderId: string,
  pause: readonly string[],
  report: ChangeReport,
  now: number,
) {
  await db.batch([
    pausedStatement(db, pause, now),
    ...admittedChanged(db, orderId, now, sql`changes() > 0`),
    groupsOf(db, orderId, pause, now),
    statement(db)`INSERT INTO seats (order_id, over_since)
      SELECT order_id, ${now} FROM environments WHERE order_id = ${orderId}
      ON CONFLICT (order_id) DO UPDATE SET over_since = COALESCE(over_since, ${now})`,
    ...reportStatements(db, report, now),
  ]);
}

/** When the members were mailed about the deletion; `null` when they were not. */
export const deletionAnnouncedAt = (db: D1Database, orderId: string) =>
  firstValue<number>(db)`SELECT told_at AS value FROM deletion_notices WHERE order_id = ${orderId}`;

/** Records that the members were notified and queues the mails, once. */
export async function noteDeletionAnnounced(
  db: D1Database,
  orderId: string,
  mails: readonly OutgoingMail[],
  now: number,
) {
  await db.batch([
    statement(db)`INSERT INTO deletion_notices (order_id, told_at)
      SELECT order_id, ${now} FROM environments WHERE order_id = ${orderId} ON CONFLICT DO NOTHING`,
    ...withMails(db, mails, now, CHANGED),
  ]);
}
