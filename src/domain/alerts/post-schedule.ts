/**
 * When a post that failed is tried again, after the schedule of Standard Webhooks 1.0.0 ("Deliverability and reliability"). Pure.
 *
 * A post that is not accepted is tried eight times in a day, and what waits for a silent webhook is not tried between.
 */

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** After the first try; the last one ends the webhook. */
export const tryTimes: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  24 * HOUR_MS,
];

/** A try that takes so long is no pause; one that passed longer ago is left out. */
const PASSED_MS = MINUTE_MS;

/** Behind a post that fails for so long the states of its monitor are folded to the newest. */
const FOLD_AFTER_MS = 5 * MINUTE_MS;

/**
 * When a post is tried next; `null` after the last try.
 * @param tries How often it was tried. @param waitMs What an answer asked for.
 */
export function nextTryAt(
  { tries, firstTriedAt }: { readonly tries: number; readonly firstTriedAt: number },
  waitMs: number | null,
  now: number,
): number | null {
  const end = firstTriedAt + (tryTimes.at(-1) ?? 0);
  const after = tryTimes.slice(tries).find((each) => firstTriedAt + each > now - PASSED_MS);
  if (after === undefined || now >= end) return null;
  const asked = waitMs === null ? 0 : now + waitMs;
  return Math.min(Math.max(firstTriedAt + after, asked, now), end);
}

/** A post that waits, for the question which of a lane are left out. */
export interface WaitingPost {
  readonly id: string;
  readonly lane: string;
  readonly sequence: number;
  readonly firstTriedAt: number | null;
}

/**
 * Which posts are left out: of a lane whose first one fails for five minutes, everything between it and the newest.
 * @param waiting In their order.
 */
export function foldedPosts(waiting: readonly WaitingPost[], now: number): readonly WaitingPost[] {
  const lanes = new Map<string, WaitingPost[]>();
  for (const post of waiting) lanes.set(post.lane, [...(lanes.get(post.lane) ?? []), post]);
  return [...lanes.values()].flatMap(([head, ...behind]) =>
    head !== undefined && head.firstTriedAt !== null && head.firstTriedAt <= now - FOLD_AFTER_MS
      ? behind.slice(0, -1)
      : [],
  );
}
