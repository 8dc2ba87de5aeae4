/**
 * Recorded days of a local environment: plausible checks with some outages and maintenance, the same on each request.
 * The monitors are those that a tester set.
 */
import { createHash } from 'node:crypto';
import type { Monitor, MonitorKind } from './monitors.ts';

const CHECK_EVERY = 60;
const DAY_SECONDS = 86_400;
/** Kinds without checks: groups have none of their own, the others were never checked. */
const unchecked: readonly MonitorKind[] = ['group', 'paused', 'pending'];

/** Midnight in São Paulo, which has had no daylight saving time since 2019. */
const startOf = (day: string): number => Date.parse(`${day}T00:00:00-03:00`);

/** Pseudo-random numbers from 0 up to 1, always the same for a name. */
function drawn(...name: readonly (string | number)[]): (place: number) => number {
  const digest = createHash('sha256').update(name.join(' ')).digest();
  return (place) => digest.readUInt16BE(place * 2) / 65_536;
}

/** A monitor's day: one in nine has an outage, one in twenty a maintenance at night. */
function monitorDay(tenant: string, { id }: Monitor, day: string) {
  const draw = drawn(tenant, id, day);
  const maintenance = draw(0) < 0.05 ? 60 + Math.floor(draw(1) * 60) : 0;
  const outage =
    draw(2) < 0.11
      ? { from: Math.floor(draw(3) * 79_000), minutes: 2 + Math.floor(draw(4) ** 3 * 110) }
      : null;
  // Before an outage the instance retries twice; a retry also counts as down.
  const down = outage === null ? 0 : outage.minutes + 2;
  return {
    beats: {
      monitor: id,
      up: DAY_SECONDS / CHECK_EVERY - maintenance - down,
      down,
      maintenance,
      ping: Math.round(45 + drawn(tenant, id)(0) * 240 + draw(5) * 40),
      incidents: outage === null ? 0 : 1,
    },
    outages:
      outage === null ? [] : [{ monitor: id, from: outage.from, to: outage.from + outage.minutes * 60 }],
  };
}

/**
 * Response of `GET /-/reports`.
 * @param keptDays How many days of statistics the instance keeps.
 */
export function recordedAnswer(
  tenant: string,
  all: readonly Monitor[],
  days: readonly string[],
  now: number,
  keptDays = 30,
) {
  const monitors = all.filter(({ kind }) => kind !== 'group');
  const checked = monitors.filter(({ kind }) => !unchecked.includes(kind));
  return {
    monitors: monitors.map(({ id, name, type }) => ({ id, name, type })),
    days: days.map((day) => {
      const isKept = startOf(day) >= now - keptDays * DAY_SECONDS * 1000;
      const each = isKept ? checked.map((monitor) => monitorDay(tenant, monitor, day)) : [];
      return { day, beats: each.map(({ beats }) => beats), outages: each.flatMap(({ outages }) => outages) };
    }),
  };
}
