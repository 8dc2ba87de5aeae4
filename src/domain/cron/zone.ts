/** Between a place's wall clock and the instant, by the runtime's own time zone data. */
import type { WallTime } from './next-runs.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** @throws RangeError When `timeZone` is not an IANA name. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (format === undefined) {
    const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', { ...fields, minute: 'numeric', hourCycle: 'h23', timeZone });
    formats.set(timeZone, format);
  }
  return format;
}

/** What the clock on the wall shows at that instant. */
export function wallTimeAt(instantMs: number, timeZone: string): WallTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(instantMs)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return {
    year: part('year'),
    month: part('month'),
    day: part('day'),
    hour: part('hour'),
    minute: part('minute'),
  };
}

/**
 * The instant at which the clock on the wall shows that time, in milliseconds.
 *
 * A time skipped when clocks go forward gives the instant as far after the change; one that comes twice gives one
 * of the two.
 */
export function instantOf(wall: WallTime, timeZone: string): number {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day, wall.hour, wall.minute);
  const first = asUtc - offsetAt(asUtc, timeZone);
  return asUtc - offsetAt(first, timeZone);
}

function offsetAt(instantMs: number, timeZone: string): number {
  const { year, month, day, hour, minute } = wallTimeAt(instantMs, timeZone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(instantMs / 60_000) * 60_000;
}
