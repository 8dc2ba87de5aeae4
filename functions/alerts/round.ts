/** One round of telling: who is told, and whose turn it is at the providers. */
import type { PlanId } from '#domain/plans/ids.ts';
import type { Deps } from '#functions/compose.ts';
import { all, among, type Sql } from '#functions/platform/db.ts';
import {
  type ProviderState,
  readProvider,
  type Turn,
  takeTurns,
} from '#functions/platform/provider-store.ts';
import type { KeepLeases, Outcome } from '#functions/platform/work/define-work.ts';
import { detailWords, providerWords } from './delivery-words.ts';
import type { Addressed } from './settle-answer.ts';

/** Waits; tests and measurements move their clock instead. */
export type Pause = (ms: number) => Promise<void>;

/** The environment of a recipient as its order names it: the order outlives it, and says whether the owner was erased. */
export interface Place {
  readonly subdomain: string;
  readonly erasedAt: number | null;
  /** `null` once it is gone. */
  readonly plan: PlanId | null;
}

/** A message that is handed over. */
export interface Ready extends Addressed {
  readonly place: Place;
}

export interface Round {
  readonly needs: Deps;
  readonly keep: KeepLeases;
  readonly pause: Pause;
  /** A turn at the mail provider that was taken and not used. */
  turn: Turn | null;
  /** Turns at Telegram, one for each chat that is asked about. */
  chatTurns: Turn | null;
  /** By recipient, what its message became. */
  readonly outcomes: Map<string, Outcome>;
}

/** Without a free turn this work is asked for again after so long. */
export const NO_TURN_MS = 5_000;
/** A database that takes so long to answer has too much to do. */
export const SLOW_MS = 1_500;
/** Requests arrive less evenly than they are sent. */
const MARGIN = 1.1;
/** Telegram's limit for a bot, over all chats: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const CHATS_A_SECOND = 30;

/** Takes the next turn at the mail provider. @param isWanted SQL: whether there is anything to tell. */
export const takeMailTurn = (
  { db, clock, mailRequestsPerSecond }: Deps,
  isWanted?: Sql,
): Promise<Turn | null> =>
  takeTurns(db, 'email', { perSecond: mailRequestsPerSecond / MARGIN }, clock.now(), isWanted);

/** Takes the next turns at Telegram. Chats take long, so these are waited for. */
export async function takeChatTurns({ needs, pause }: Round, count: number): Promise<Turn | null> {
  const { db, clock } = needs;
  for (let tries = 0; tries < 3; tries += 1) {
    if (tries > 0) await pause(NO_TURN_MS / 2);
    const turns = await takeTurns(db, 'telegram', { perSecond: CHATS_A_SECOND, count }, clock.now());
    if (turns !== null) return turns;
  }
  return null;
}

/** When work without a turn is asked for again. */
export const withoutTurn = ({ clock }: Deps): Outcome => ({ againAt: clock.now() + NO_TURN_MS });

/** Waits for the round's turn at the mail provider. @returns The provider as it is; `null` without a turn. */
export async function awaitMailTurn(round: Round): Promise<ProviderState | null> {
  const { needs } = round;
  const given = round.turn;
  round.turn = null;
  // One that passed while the database was slow is another one's by now.
  const isOver = given === null || given.at + given.everyMs < needs.clock.now();
  let turn = isOver ? await takeMailTurn(needs) : given;
  if (turn === null) {
    // What is prepared costs more than the time until the next free turn.
    await round.pause(NO_TURN_MS);
    turn = await takeMailTurn(needs);
  }
  if (turn === null) return null;
  const hasWaited = await awaitTurn(round, turn.at);
  await round.keep();
  return hasWaited ? readProvider(needs.db, 'email') : turn.provider;
}

/** Waits until a moment. @returns False when that is over already. */
export async function awaitTurn({ needs, pause }: Round, at: number): Promise<boolean> {
  const ms = at - needs.clock.now();
  if (ms > 0) await pause(ms);
  return ms > 0;
}

/** The environments of recipients, by recipient. */
export async function readPlaces(
  db: D1Database,
  recipientIds: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  const rows = await all<Place & { id: string }>(db)`SELECT r.id, o.subdomain, o.erased_at, t.plan
        FROM alert_recipients r JOIN order_rows o ON o.id = r.order_id
          LEFT JOIN environments t ON t.order_id = r.order_id WHERE r.id IN ${among(recipientIds)}`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}

/** True when no try of it has an unknown outcome. */
export const isFresh = ({ message }: Ready): boolean => message.unclearSince === null;

/** Ids of messages. */
export const idsOf = (members: readonly Ready[]): string[] => members.map(({ message }) => message.id);

/** Records what becomes of recipients in a round. */
export function settled(round: Round, members: readonly Ready[], outcome: Outcome): void {
  for (const { recipient } of members) round.outcomes.set(recipient.id, outcome);
}

/** Why nothing goes to a provider, in words. */
export const whyItWaits = ({ kind, reason }: ProviderState): string =>
  reason === null ? providerWords[kind] : detailWords(reason);
