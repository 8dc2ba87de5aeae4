/**
 * Codes and links that connect recipients, and addresses that refused us, in D1.
 *
 * Codes, addresses and networks are stored as keyed hashes. Every limit is one statement that counts and decides.
 */
import { mailboxOf } from '#domain/alerts/mailbox.ts';
import { CODE_PAUSE_SECONDS } from '#domain/api-schemas/alerts.ts';
import { businessDay } from '#domain/billing/days.ts';
import { among, exists, first, firstValue, run, type Sql, sql, statement } from '#functions/platform/db.ts';
import type { KeyedHash } from '#functions/platform/keyed-hash.ts';
import { wideNetworkOf } from '#functions/platform/network.ts';
import { type ChangeReport, changeAndReport } from '#functions/platform/outbox.ts';
import { callOff } from './recipient-store.ts';

/** Wrong tries that end a code. */
const TRIES_MAX = 5;
const CODE_PAUSE_MS = CODE_PAUSE_SECONDS * 1000;
/** Codes of a day to one mailbox, and further codes (Reenviar) that one account or network asks for. */
const CODES_PER_DAY = 5;
/** First codes of a day that one account or network asks for: every recipient of the largest plan, twice. */
const FIRST_CODES_PER_DAY = 20;

export interface CodeRequester {
  readonly email: string;
  readonly subject: string;
  /** IP address. */
  readonly network: string;
}

interface CodeNeeds {
  readonly db: D1Database;
  readonly partyHash: KeyedHash;
}

/** A refusal is its mailbox's: a plus sign must not reach a reader who wants nothing from us. */
const addressText = (email: string) => `alert-address ${mailboxOf(email)}`;

const mailboxText = (email: string) => `address ${mailboxOf(email)}`;

const sendsHash = (needs: CodeNeeds, day: string, what: string) =>
  needs.partyHash(`alert-sends ${day} ${what}`);

const codeKey = (needs: CodeNeeds, recipientId: string, code: string) =>
  needs.partyHash(`alert-code ${recipientId} ${code}`);

/** What a code is counted under. */
async function countsOf(
  needs: CodeNeeds,
  { email, subject, network }: CodeRequester,
  isFirst: boolean,
  now: number,
) {
  const day = businessDay(now);
  const [most, kind] = isFirst ? [FIRST_CODES_PER_DAY, 'first'] : [CODES_PER_DAY, 'again'];
  const counts = [
    { what: `${kind} account ${subject}`, most, pauseMs: 0 },
    { what: `${kind} network ${wideNetworkOf(network)}`, most, pauseMs: 0 },
    { what: mailboxText(email), most: CODES_PER_DAY, pauseMs: CODE_PAUSE_MS },
  ];
  return Promise.all(
    counts.map(async ({ what, most: each, pauseMs }) => ({
      day,
      who: await sendsHash(needs, day, what),
      most: each,
      before: now - pauseMs,
    })),
  );
}

/** SQL condition: the address was refused for good. */
export const refusalOf = async (needs: CodeNeeds, email: string): Promise<Sql> =>
  sql`EXISTS (SELECT 1 FROM alert_refusals WHERE address_hash IN
      ${among(await needs.partyHash.all(addressText(email)))})`;

export const hasRefused = async (needs: CodeNeeds, email: string): Promise<boolean> =>
  exists(needs.db)`SELECT 1 WHERE ${await refusalOf(needs, email)}`;

/**
 * Counts a code before it is sent: under its account, its network and its mailbox, or under none of them.
 * @returns `ok`, or which bound it meets.
 */
export async function countSentCode(
  needs: CodeNeeds,
  requester: CodeRequester,
  isFirst: boolean,
  now: number,
): Promise<'ok' | 'wait' | 'day'> {
  const counts = await countsOf(needs, requester, isFirst, now);
  const asked = sql`(SELECT value ->> 'day' AS day, value ->> 'who' AS who, value ->> 'most' AS most,
          value ->> 'before' AS before FROM json_each(${JSON.stringify(counts)}))`;
  const full = sql`SELECT sent >= most AS is_full FROM alert_code_sends JOIN ${asked} AS asked USING (day, who)
        WHERE sent >= most OR last_at > before`;
  const counted = await run(needs.db)`INSERT INTO alert_code_sends (day, who, sent, last_at)
        SELECT day, who, 1, ${now} FROM ${asked} WHERE NOT EXISTS (${full})
        ON CONFLICT (day, who) DO UPDATE SET sent = sent + 1, last_at = excluded.last_at`;
  if (counted > 0) return 'ok';
  return (await exists(needs.db)`SELECT 1 FROM (${full}) WHERE is_full`) ? 'day' : 'wait';
}

/** Replaces the code of a recipient, with the mail that carries it. */
export async function putCode(
  needs: CodeNeeds,
  recipientId: string,
  code: string,
  expiresAt: number,
  report: ChangeReport,
  now: number,
): Promise<void> {
  const key = await codeKey(needs, recipientId, code);
  await changeAndReport(needs.db, report, now)`
        INSERT INTO alert_codes (recipient_id, code, expires_at, sent_at)
          VALUES (${recipientId}, ${key}, ${expiresAt}, ${now})
          ON CONFLICT (recipient_id) DO UPDATE SET code = excluded.code, expires_at = excluded.expires_at,
            sent_at = excluded.sent_at, tries = 0`;
}

/** True while a code waits for its recipient. */
export const hasCode = (needs: CodeNeeds, recipientId: string, now: number): Promise<boolean> =>
  exists(needs.db)`SELECT 1 FROM alert_codes
        WHERE recipient_id = ${recipientId} AND tries < ${TRIES_MAX} AND expires_at > ${now}`;

/** From when another code may be asked for, milliseconds UTC; `null`: now. */
export async function nextCodeAt(needs: CodeNeeds, recipientId: string, now: number): Promise<number | null> {
  const sentAt = await firstValue<number>(needs.db)`SELECT sent_at AS value FROM alert_codes
        WHERE recipient_id = ${recipientId} AND sent_at > ${now - CODE_PAUSE_MS}`;
  return sentAt === null ? null : sentAt + CODE_PAUSE_MS;
}

/** Counts a try and compares. `over`: no valid code, or too many tries. */
export async function tryCode(
  needs: CodeNeeds,
  recipientId: string,
  code: string,
  now: number,
): Promise<'right' | 'wrong' | 'over'> {
  const row = await first<{ code: string }>(needs.db)`UPDATE alert_codes SET tries = tries + 1
        WHERE recipient_id = ${recipientId} AND tries < ${TRIES_MAX} AND expires_at > ${now} RETURNING code`;
  if (row === null) return 'over';
  return row.code === (await codeKey(needs, recipientId, code)) ? 'right' : 'wrong';
}

/** Refuses an address for good, for every environment, and whatever else leads to its mailbox. */
export async function refuseAddress(needs: CodeNeeds, email: string, now: number): Promise<void> {
  const [local = '', domain = ''] = mailboxOf(email).split('@');
  // Everything between `ana+` and `ana,`, which follows it, begins with `ana+`.
  const isTheirs = sql`kind = 'email' AND (address = ${mailboxOf(email)} OR (address > ${`${local}+`}
        AND address < ${`${local},`} AND address LIKE '%@' || ${domain}))`;
  const theirs = sql`SELECT id FROM alert_recipients WHERE ${isTheirs}`;
  await needs.db.batch([
    statement(needs.db)`INSERT INTO alert_refusals (address_hash, refused_at)
          VALUES (${await needs.partyHash(addressText(email))}, ${now}) ON CONFLICT (address_hash) DO NOTHING`,
    statement(needs.db)`UPDATE alert_recipients SET state = 'off', off_reason = 'refused' WHERE ${isTheirs}`,
    statement(needs.db)`${callOff('refused', now)} WHERE state = 'waiting' AND recipient_id IN (${theirs})`,
    statement(needs.db)`DELETE FROM alert_codes WHERE recipient_id IN (${theirs})`,
  ]);
}

/** What a link connects a chat to. */
export interface ChatLink {
  readonly orderId: string;
  /** The membership that asked for it; `null` for the owner. */
  readonly memberId: string | null;
}

/** Keeps a link that connects a chat. */
export const putChatLink = async (
  needs: CodeNeeds,
  code: string,
  { orderId, memberId }: ChatLink,
  expiresAt: number,
) =>
  run(needs.db)`INSERT INTO telegram_links (code, order_id, member_id, expires_at)
        VALUES (${await needs.partyHash(`telegram-link ${code}`)}, ${orderId}, ${memberId}, ${expiresAt})`;

/**
 * Uses a link up for a chat, whose update may come again.
 * @returns What it connects; `null` for one that is unknown, another chat's or over.
 */
export const takeChatLink = async (
  needs: CodeNeeds,
  code: string,
  chat: string,
  now: number,
): Promise<ChatLink | null> =>
  first<ChatLink>(needs.db)`UPDATE telegram_links SET chat = ${chat}
        WHERE code = ${await needs.partyHash(`telegram-link ${code}`)} AND expires_at > ${now} AND (chat IS NULL
          OR chat = ${chat})
        RETURNING order_id, member_id`;
