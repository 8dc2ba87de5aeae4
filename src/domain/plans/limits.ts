/**
 * The limits of a plan, parsed from its feature texts.
 *
 * Owns: parsing "30 monitores" as a number, the defaults when no text states one, and the notation of an interval.
 * Source: requirements 000 §3 and §9.
 */

export interface PlanLimits {
  readonly monitors: number;
  readonly users: number;
  /** Shortest interval between two checks of one monitor. */
  readonly heartbeatSeconds: number;
}

/** The limits of a plan whose texts state no number. */
const DEFAULT_LIMITS: PlanLimits = { monitors: 5, users: 1, heartbeatSeconds: 600 };

/** What "30 monitores" counts, where the word is read first. */
export const monitorMeans = 'um por site ou serviço';

const MONITORS = /(\d+)\s+monitor(?:es)?\b/i;
const USERS = /(\d+)\s+usuários?(?!\p{L})/iu;
/** Matches only sentences about the interval: "resposta em até 30 minutos" is about support. */
const HEARTBEAT = /(?:intervalo|a cada)\D*(\d+)\s*(segundos?|seg|s|minutos?|min)\b/i;

/** Parses the limits from the feature texts; the first text that states one wins. */
export function deriveLimits(features: readonly string[]): PlanLimits {
  return {
    monitors: firstNumber(features, MONITORS) ?? DEFAULT_LIMITS.monitors,
    users: firstNumber(features, USERS) ?? DEFAULT_LIMITS.users,
    heartbeatSeconds: deriveHeartbeat(features) ?? DEFAULT_LIMITS.heartbeatSeconds,
  };
}

/** Returns an example for each limit that no text states. A limit of zero does not count. */
export function unstatedLimits(features: readonly string[]): string[] {
  const stated: readonly (readonly [value: number | null, example: string])[] = [
    [firstNumber(features, MONITORS), '30 monitores'],
    [firstNumber(features, USERS), '2 usuários'],
    [deriveHeartbeat(features), 'Intervalo mínimo de 5 minutos'],
  ];
  return stated.flatMap(([value, example]) => (value ? [] : [example]));
}

/** True when a feature text states one of the limits, which pages show as separate numbers. */
export function statesLimit(feature: string): boolean {
  return [MONITORS, USERS, HEARTBEAT].some((pattern) => pattern.test(feature));
}

/** "45 s" under a minute, else whole minutes: "10 min". */
export function formatHeartbeat(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

function firstNumber(features: readonly string[], pattern: RegExp): number | null {
  for (const feature of features) {
    const found = pattern.exec(feature)?.[1];
    if (found !== undefined) return Number(found);
  }
  return null;
}

function deriveHeartbeat(features: readonly string[]): number | null {
  for (const feature of features) {
    const [, amount, unit] = HEARTBEAT.exec(feature) ?? [];
    if (amount !== undefined && unit !== undefined) {
      return Number(amount) * (unit.toLowerCase().startsWith('m') ? 60 : 1);
    }
  }
  return null;
}
