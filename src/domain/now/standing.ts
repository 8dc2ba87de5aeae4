/**
 * What a monitor is, as its reader may be told now: a word, since when, and whether it is good news. Pure.
 *
 * "No ar" is said only of a monitor with a current check, of an environment that answers.
 */
import { awaitsFirstCheck } from '../alerts/levels.ts';
import type { NowMonitor } from '../api-schemas/now.ts';

/** In the order in which a reader wants to see them. */
export const standings = [
  'down',
  'unchecked',
  'unknown',
  'retried',
  'maintenance',
  'waiting',
  'up',
  'paused',
] as const;
/**
 * `unchecked`: nothing current is known of it. `unknown`: its environment is silent. `retried`: a failed check is being
 * repeated. `waiting`: its first check is to come.
 */
export type StandingKind = (typeof standings)[number];

export interface Standing {
  readonly kind: StandingKind;
  /** `null`: not known, or never. */
  readonly since: number | null;
  /** Since when it was down when something else came over it. */
  readonly wasDownSince: number | null;
  /** Why it is paused. */
  readonly isOverPlan: boolean;
  /** False where nobody is told of its falls. */
  readonly isTold: boolean;
}

/** Beyond two intervals: the time-out and what an instance needs. */
const GRACE_MS = 60_000;

const byLetter = { u: 'up', d: 'down', p: 'retried', m: 'maintenance' } as const;

/** What the newest check says, of a monitor that no level follows: its channel was taken off. */
function ofChecks({ beats, checkedAt, interval }: NowMonitor, now: number): StandingKind {
  const letter = beats.at(-1) as keyof typeof byLetter | undefined;
  const isOld = checkedAt === null || now - checkedAt > 2 * interval * 1000 + GRACE_MS;
  return letter === undefined || isOld ? 'unchecked' : byLetter[letter];
}

function kindOf(monitor: NowMonitor, now: number): StandingKind {
  const { state, reason, doubt, since, checkedAt, interval, beats } = monitor;
  if (state === 'outside')
    return reason === 'detached' || reason === 'channel' ? ofChecks(monitor, now) : 'paused';
  if (state === 'new' && awaitsFirstCheck({ checkedAt, interval, enteredAt: since }, now)) return 'waiting';
  if (doubt === 'unchecked') return 'unchecked';
  if (doubt === 'maintenance') return 'maintenance';
  if (state === 'down') return 'down';
  if (doubt === 'pending' || beats.endsWith('p')) return 'retried';
  return state === 'new' ? 'waiting' : 'up';
}

/** Since when, where that is known. */
function sinceOf({ state, since, doubtSince, checkedAt }: NowMonitor, kind: StandingKind): number | null {
  if (kind === 'unchecked') return checkedAt === null ? null : (doubtSince ?? checkedAt);
  if (kind === 'maintenance') return doubtSince;
  if (state === 'outside') return kind === 'paused' ? since : null;
  return kind === 'down' || kind === 'up' ? since : null;
}

/** @param isCurrent False when the environment is silent. @param now The moment at which it is read. */
export function standingOf(monitor: NowMonitor, isCurrent: boolean, now: number): Standing {
  const { state, since, reason } = monitor;
  const found = kindOf(monitor, now);
  const kind = isCurrent || found === 'paused' ? found : 'unknown';
  return {
    kind,
    since: sinceOf(monitor, kind),
    wasDownSince: state === 'down' && kind !== 'down' ? since : null,
    isOverPlan: reason === 'limit',
    isTold: reason !== 'detached' && reason !== 'channel',
  };
}
