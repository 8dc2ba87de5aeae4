/**
 * When a free environment that watches nothing sleeps, and what becomes of one that sleeps. Pure, and the only place that
 * decides it; docs/architecture/asleep.md says what everything else answers meanwhile.
 */
import { DAY_MS } from '../billing/days.ts';
import type { PlanId } from '../plans/ids.ts';
import type { TenantState } from './states.ts';

/** Days without a running monitor after which a free environment sleeps. */
export const UNWATCHED_DAYS = 14;
/** How many days before, at least, its owner is told. */
export const SLEEP_NOTICE_DAYS = 3;
/** Days asleep after which its removal is announced: twelve months. */
export const ASLEEP_DAYS = 365;
/** How many days before the removal, at least, each of the mails about it is written. */
export const FAREWELL_DAYS = [90, 30, 7] as const;

/**
 * Seconds from the start of a real Uptime Kuma 2.5.3 to its first answer: the slowest of three starts with 150 monitors, a
 * day of checks and a year of statistics, on half a core (measured on 2026-11-29 by tests/environment; docs/measures.md).
 */
export const START_SECONDS = 6.2;
/** What a pod adds at most: a period of the startup probe and one of the readiness probe, as the chart has them. */
export const PROBES_SECONDS = 10;
/** What "Acordar" promises: that time and half again, for the cluster around it. */
export const WAKE_SECONDS = Math.ceil((START_SECONDS + PROBES_SECONDS) * 1.5);

/** "25 segundos", "2 minutos": the promise in words. */
export function wakeWords(): string {
  return WAKE_SECONDS < 60 ? `${WAKE_SECONDS} segundos` : `${Math.ceil(WAKE_SECONDS / 60)} minutos`;
}

/** A reading that a warning or a sleep follows from is at most so old. */
const FRESH_MS = 5 * 60_000;

/** What the environment's monitors were when they were read; only readings that were answered. Milliseconds, UTC. */
export interface Watching {
  readonly readAt: number;
  /** When one was last seen running; `null` for never. A push monitor that is not paused runs. */
  readonly runningAt: number | null;
  /** When somebody last entered the panel; `null` when it is not known. */
  readonly enteredAt: number | null;
}

/** Facts about an environment. Times are milliseconds, UTC. */
export interface SleepFacts {
  readonly plan: PlanId;
  readonly state: TenantState;
  /** When it began to be in its state: was created, came back, was put to sleep. */
  readonly stateSince: number;
  /** `null` while its monitors were never read. */
  readonly watching: Watching | null;
  /** When its owner or a member last did something that is recorded. */
  readonly actedAt: number | null;
  /** True while something is under way that needs its pod: a restore, a move, a new version, a change of plan, a first monitor. */
  readonly isBusy: boolean;
  /** When its owner was told that it will sleep; `null` for not yet. */
  readonly warnedAt: number | null;
  /** How many mails about its removal were written. */
  readonly farewells: number;
  /** When it is removed, as the last of them says; `null` before the first. */
  readonly removesAt: number | null;
}

/**
 * What is due. `read`: its monitors must be read first, because the last reading is old. `until`: when to decide again,
 * unless something happens before.
 */
export type SleepDecision =
  | { readonly due: 'nothing' }
  | { readonly due: 'wait'; readonly until: number }
  | { readonly due: 'read' }
  | { readonly due: 'warn'; readonly sleepsAt: number }
  | { readonly due: 'sleep' }
  | { readonly due: 'farewell'; readonly removesAt: number }
  | { readonly due: 'remove' };

/**
 * What is due for an environment. One that watches something never sleeps, and a paid one neither; a reading that failed
 * is no reading.
 * @param dayMs Length of a day; shorter only to try it out.
 */
export function decideSleep(facts: SleepFacts, now: number, dayMs = DAY_MS): SleepDecision {
  if (facts.plan !== 'free') return { due: 'nothing' };
  if (facts.state === 'active') return decideAwake(facts, now, dayMs);
  return facts.state === 'asleep' ? decideAsleep(facts, now, dayMs) : { due: 'nothing' };
}

/** Since when nothing runs there and nobody does anything. */
const quietSince = ({
  stateSince,
  watching,
  actedAt,
}: Pick<SleepFacts, 'stateSince' | 'watching' | 'actedAt'>): number =>
  Math.max(stateSince, watching?.runningAt ?? 0, watching?.enteredAt ?? 0, actedAt ?? 0);

/** When a warned environment sleeps, unless something happens before; `null` for one that is not warned. */
export function sleepsAt(
  facts: Pick<SleepFacts, 'stateSince' | 'watching' | 'actedAt' | 'warnedAt'>,
  dayMs = DAY_MS,
): number | null {
  const since = quietSince(facts);
  // A warning from before is about a quiet that was broken.
  if (facts.warnedAt === null || facts.warnedAt < since) return null;
  return Math.max(since + UNWATCHED_DAYS * dayMs, facts.warnedAt + SLEEP_NOTICE_DAYS * dayMs);
}

function decideAwake(facts: SleepFacts, now: number, dayMs: number): SleepDecision {
  if (facts.isBusy) return { due: 'wait', until: now + dayMs };
  const warnsAt = quietSince(facts) + (UNWATCHED_DAYS - SLEEP_NOTICE_DAYS) * dayMs;
  const at = sleepsAt(facts, dayMs) ?? warnsAt;
  if (now < at) return { due: 'wait', until: at };
  if (facts.watching === null || facts.watching.readAt < now - FRESH_MS) return { due: 'read' };
  if (at !== warnsAt) return { due: 'sleep' };
  return {
    due: 'warn',
    sleepsAt: Math.max(quietSince(facts) + UNWATCHED_DAYS * dayMs, now + SLEEP_NOTICE_DAYS * dayMs),
  };
}

function decideAsleep(facts: SleepFacts, now: number, dayMs: number): SleepDecision {
  const [first] = FAREWELL_DAYS;
  const next = FAREWELL_DAYS[facts.farewells];
  if (facts.removesAt === null) {
    const at = facts.stateSince + ASLEEP_DAYS * dayMs;
    return now < at ? { due: 'wait', until: at } : { due: 'farewell', removesAt: now + first * dayMs };
  }
  if (next === undefined)
    return now < facts.removesAt ? { due: 'wait', until: facts.removesAt } : { due: 'remove' };
  const at = facts.removesAt - next * dayMs;
  // Late mails move the removal: each is written as many days before it as it says.
  return now < at
    ? { due: 'wait', until: at }
    : { due: 'farewell', removesAt: Math.max(facts.removesAt, now + next * dayMs) };
}

/**
 * The state of an environment by its standing: a free one that sleeps goes on sleeping, and everything else that happens to
 * the contract wakes or ends it.
 */
export const stateInForce = (
  standing: { readonly state: Exclude<TenantState, 'asleep'>; readonly plan: PlanId },
  current: TenantState,
): TenantState =>
  current === 'asleep' && standing.state === 'active' && standing.plan === 'free' ? 'asleep' : standing.state;
