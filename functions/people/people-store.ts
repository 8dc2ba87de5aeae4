/** Members of environments in D1: memberships with their ends and pauses. */
import {
  all,
  among,
  first,
  firstChangesOne,
  firstValue,
  run,
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
import { listMembers, type Membership } from '#functions/tenants/members.ts';
import type { Identity } from '#functions/vendors/identity.ts';
import type { Invitation, Team } from './team.ts';

/** An account and its group. */
interface PendingGroup {
  readonly id: string;
  readonly orderId: string;
  readonly subdomain: string;
  readonly subject: string;
  /** 1 when the account must be in the group. */
  readonly shouldBeMember: number;
}

const OWED_GROUP = sql`m.id, m.order_id, t.subdomain, m.subject,
    (t.subject = m.subject OR EXISTS (SELECT 1 FROM memberships n WHERE n.order_id = m.order_id
      AND n.subject = m.subject AND n.ended_at IS NULL AND n.paused_at IS NULL)) AS should_be_member`;

/** What decides about an environment's seats. */
export interface SeatRow {
  readonly orderId: string;
  readonly overSince: number | null;
  readonly gracePlan: string | null;
  readonly graceAt: number | null;
}

const SEATS = sql`order_id, seats_over_at AS over_since, seats_grace_plan AS grace_plan,
    seats_grace_at AS grace_at`;

const withMails = (db: D1Database, mails: readonly OutgoingMail[], now: number, condition?: Sql) =>
  mails.flatMap((mail) => mailStatements(db, mail, now, condition));

const groupsOf = (db: D1Database, orderId: string, memberships: readonly string[], now: number) =>
  workOfEach(
    db,
    GROUP_WORK,
    now,
    sql`SELECT value AS key, ${orderId} AS order_id FROM ${among(memberships)}`,
  );

export async function readTeam(db: D1Database, orderId: string): Promise<Team> {
  const [members, invitations] = await Promise.all([
    listMembers(db, orderId),
    all<Invitation>(db)`SELECT id, email, expires_at FROM invitations
          WHERE order_id = ${orderId} ORDER BY created_at, id`,
  ]);
  return { members, invitations };
}

/**
 * Copies the account's name and e-mail into its membership (LGPD, art. 18, III); an unverified e-mail changes
 * nothing.
 */
export const followMember = (db: D1Database, { subject, email, emailVerified, name }: Identity) =>
  run(db)`UPDATE memberships SET email = IIF(${Number(emailVerified && email !== null)}, ${email}, email),
          name = ${name}
        WHERE subject = ${subject} AND ended_at IS NULL
          AND (email <> IIF(${Number(emailVerified && email !== null)}, ${email}, email)
            OR name IS NOT ${name})`;

/** Ends a membership with its report; false, with no report, when it had already ended. */
export const endMembershipRow = (
  db: D1Database,
  { id, orderId }: Pick<Membership, 'id' | 'orderId'>,
  report: ChangeReport,
  now: number,
) =>
  firstChangesOne(db, [
    statement(db)`UPDATE memberships SET ended_at = ${now}
          WHERE id = ${id} AND order_id = ${orderId} AND ended_at IS NULL`,
    workStatement(db, { kind: GROUP_WORK, key: id, orderId }, now, CHANGED),
    ...admittedChanged(db, orderId, now, CHANGED),
    // A seat is free, so a paused member may get access again.
    workStatement(db, { kind: ENVIRONMENT_WORK.seats, key: orderId, orderId }, now, CHANGED),
    ...reportStatements(
      db,
      report,
      now,
      sql`EXISTS (SELECT 1 FROM memberships WHERE id = ${id} AND ended_at = ${now})`,
    ),
  ]);

/** The group of one membership; `null` once membership or environment is gone. */
export const findGroup = (db: D1Database, id: string) =>
  first<PendingGroup>(db)`SELECT ${OWED_GROUP} FROM memberships m
        JOIN tenants t ON t.order_id = m.order_id WHERE m.id = ${id}`;

export const readSeats = (db: D1Database, orderId: string) =>
  first<SeatRow>(db)`SELECT ${SEATS} FROM tenants WHERE order_id = ${orderId}`;

/** All people fit into the plan: members in `resume` get their access back. */
export async function noteSeatsFit(
  db: D1Database,
  orderId: string,
  resume: readonly string[],
  report: ChangeReport,
  now: number,
) {
  await db.batch([
    statement(db)`UPDATE memberships SET paused_at = NULL
          WHERE paused_at IS NOT NULL AND ended_at IS NULL AND id IN ${among(resume)}`,
    ...admittedChanged(db, orderId, now, sql`changes() > 0`),
    groupsOf(db, orderId, resume, now),
    statement(db)`UPDATE tenants SET seats_over_at = NULL WHERE order_id = ${orderId}`,
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
    statement(db)`UPDATE tenants SET seats_over_at = COALESCE(seats_over_at, ${now}),
            seats_grace_plan = IIF(seats_over_at IS NULL, ${plan}, seats_grace_plan),
            seats_grace_at = IIF(seats_over_at IS NULL, ${now}, seats_grace_at)
          WHERE order_id = ${orderId}`,
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
    statement(db)`UPDATE memberships SET paused_at = ${now}
          WHERE paused_at IS NULL AND ended_at IS NULL AND id IN ${among(pause)}`,
    ...admittedChanged(db, orderId, now, sql`changes() > 0`),
    groupsOf(db, orderId, pause, now),
    statement(db)`UPDATE tenants SET seats_over_at = COALESCE(seats_over_at, ${now})
          WHERE order_id = ${orderId}`,
    ...reportStatements(db, report, now),
  ]);
}

/** When the members were mailed about the deletion; `null` when they were not. */
export const deletionAnnouncedAt = (db: D1Database, orderId: string) =>
  firstValue<number>(db)`SELECT deletion_told_at AS value FROM tenants WHERE order_id = ${orderId}`;

/** Records that the members were notified and queues the mails, once. */
export async function noteDeletionAnnounced(
  db: D1Database,
  orderId: string,
  mails: readonly OutgoingMail[],
  now: number,
) {
  await db.batch([
    statement(db)`UPDATE tenants SET deletion_told_at = ${now}
          WHERE order_id = ${orderId} AND deletion_told_at IS NULL`,
    ...withMails(db, mails, now, CHANGED),
  ]);
}

export const noteAgreed = (db: D1Database, id: string, now: number) =>
  run(db)`UPDATE memberships SET agreed_at = ${now} WHERE id = ${id} AND agreed_at IS NULL`;
