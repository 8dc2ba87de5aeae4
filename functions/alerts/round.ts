/** One round of telling: who is told, and whose turn it is at the providers. */
import type { Deps } from '#functions/compose.ts';
import { all, among } from '#functions/platform/db.ts';
import {
  type ProviderState,
  readProvider,
  type Turn,
  takeTurns,
} from '#functions/platform/provider-store.ts';
import type { KeepLease, Outcome } from '#functions/platform/work/define-work.ts';
import type { Addressed } from './settle-answer.ts';

/** Waits; tests and measurements move their clock instead. */
export type Pause = (ms: number) => Promise<void>;

/** The environment of a recipient as its order names it: the order outlives it, and says whether the owner was erased. */
export interface Place {
  readonly subdomain: string;
  readonly erasedAt: number | null;
}

/** A message that is handed over. */
export interface Ready extends Addressed {
  readonly place: Place;
}

export interface Round {
  readonly needs: Deps;
  readonly keep: KeepLease;
  readonly pause: Pause;
  /** A turn at the mail provider that was taken and not used. */
  turn: Turn | null;
  /** By recipient, what its message became. */
  readonly outcomes: Map<string, Outcome>;
}

/** Without a free turn this work is asked for again after so long. */
const NO_TURN_MS = 5_000;
/** Requests arrive less evenly than they are sent. */
const MARGIN = 1.1;
/** Telegram's limit for a bot, over all chats: https://core.telegram.org/bots/faq#my-bot-is-hitting-limits-how-do-i-avoid-this */
const CHATS_A_SECOND = 30;
const CHAT_EVERY_MS = Math.ceil(1_000 / CHATS_A_SECOND);

/** Takes the next turn at the mail provider. */
export const takeMailTurn = ({ db, clock, mailRequestsPerSecond }: Deps): Promise<Turn | null> =>
  takeTurns(db, 'email', { everyMs: Math.ceil((1_000 / mailRequestsPerSecond) * MARGIN) }, clock.now());

/** Takes the next turns at Telegram. */
export const takeChatTurns = ({ db, clock }: Deps, count: number): Promise<Turn | null> =>
  takeTurns(db, 'telegram', { everyMs: CHAT_EVERY_MS, count }, clock.now());

/** When work without a turn is asked for again. */
export const withoutTurn = ({ clock }: Deps): Outcome => ({ againAt: clock.now() + NO_TURN_MS });

/** Waits for the round's turn at the mail provider. @returns The provider as it is; `null` without a turn. */
export async function awaitMailTurn(round: Round): Promise<ProviderState | null> {
  const turn = round.turn ?? (await takeMailTurn(round.needs));
  round.turn = null;
  if (turn === null) return null;
  const hasWaited = await awaitTurn(round, turn.at);
  await round.keep();
  return hasWaited ? readProvider(round.needs.db, 'email') : turn.provider;
}

/** Waits until a moment. @returns False when that is over already. */
export async function awaitTurn({ needs, pause }: Round, at: number): Promise<boolean> {
  const ms = at - needs.clock.now();
  if (ms > 0) await pause(ms);
  return ms > 0;
}

/** Things by what they have in common. */
export function groupedBy<Thing>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => string,
): ReadonlyMap<string, readonly Thing[]> {
  const groups = new Map<string, Thing[]>();
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing]);
  return groups;
}

/** By order, what its recipients are told about. */
export async function readPlaces(
  db: D1Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, Place>> {
  const rows = await all<Place & { id: string }>(db)`SELECT id, subdomain, erased_at FROM order_rows
        WHERE id IN ${among([...new Set(orderIds)])}`;
  return new Map(rows.map(({ id, ...place }) => [id, place]));
}
