/** Messages to recipients of alerts as pages and operators see them. */
import type { Tone } from '#domain/alerts/blocks.ts';
import type { MessageState, RecipientKind } from '#domain/alerts/codes.ts';
import { businessDay } from '#domain/billing/days.ts';
import { all, first, firstValue, type Sql, sql } from '#functions/platform/db.ts';
import { TO_PAUSED } from './member-store.ts';

interface MessageLine {
  id: string;
  kind: RecipientKind;
  recipient: string;
  subject: string;
  /** JSON. */
  lines: string;
  tone: Tone;
  createdAt: number;
  state: MessageState;
  settledAt: number | null;
  detail: string | null;
}

/** Messages on the page. */
const SHOWN_MAX = 50;

const toMember = (memberId: string): Sql =>
  sql`recipient_id IN (SELECT id FROM alert_recipients WHERE member_id = ${memberId})`;

/** The newest messages of an environment. @param memberId Only those to a member's own recipients; `null`: all. */
export const listMessages = (db: D1Database, orderId: string, memberId: string | null) =>
  all<MessageLine>(db)`SELECT id, kind, recipient, subject, lines, tone, created_at, state,
          settled_at, detail
        FROM alert_messages WHERE order_id = ${orderId} AND ${
          memberId === null ? sql`TRUE` : toMember(memberId)
        } ORDER BY created_at DESC LIMIT ${SHOWN_MAX}`;

/** Messages of an environment on a day, as its share counts them. */
export const countMessagesToday = async (db: D1Database, orderId: string, now: number): Promise<number> =>
  (await firstValue<number>(db)`SELECT messages AS value FROM alert_days
        WHERE order_id = ${orderId} AND day = ${businessDay(now)}`) ?? 0;

/** SQL: messages that wait for a provider, and not for a seat of their member. */
const WAITS = sql`state = 'waiting' AND NOT ${TO_PAUSED}`;

/** For operators: messages that wait, since when, and what was refused lately. */
export const countOpenMessages = (db: D1Database, since: number) =>
  first<{ waiting: number; oldestAt: number | null; refused: number }>(db)`SELECT (SELECT COUNT(*)
        FROM alert_messages WHERE ${WAITS}) AS waiting,
          (SELECT MIN(created_at) FROM alert_messages WHERE ${WAITS}) AS oldest_at,
          (SELECT COUNT(*) FROM alert_messages WHERE created_at > ${since} AND state = 'refused') AS refused`;

/** Kinds of providers for which messages wait. */
export const listWaitingKinds = async (db: D1Database): Promise<readonly string[]> =>
  (await all<{ kind: string }>(db)`SELECT DISTINCT kind FROM alert_messages WHERE ${WAITS}`).map(
    ({ kind }) => kind,
  );

/** Since when the last alert of an environment waits for its provider; `null` when none waits. */
export const findWaitingAlert = (db: D1Database, subdomain: string): Promise<number | null> =>
  firstValue<number>(db)`SELECT MIN(m.created_at) AS value FROM environments t
        JOIN alert_messages m ON m.order_id = t.order_id
        WHERE t.subdomain = ${subdomain} AND m.state = 'waiting'`;
