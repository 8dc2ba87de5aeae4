/**
 * The compact form of a recorded day in D1: a thousand tenants with 150 monitors write 4.6 million monitor days a
 * month.
 */
import type { DayChecks, DayOutage, RecordedDay, ReportedMonitor } from '#domain/reports/days.ts';

/** A day as stored in its row. */
export interface PackedDay {
  readonly day: string;
  readonly checks: string;
  readonly outages: string;
}

type Numbers = readonly number[];
/** Names by monitor id. */
type Names = Record<string, [name: string, type: string]>;

/** Removes the zeros at the end. */
function trimmed(numbers: Numbers): Numbers {
  return numbers.slice(0, numbers.findLastIndex((each) => each !== 0) + 1);
}

export function packDay({ day, checks, outages }: RecordedDay): PackedDay {
  return {
    day,
    checks: JSON.stringify(
      checks.map(({ monitor, up, down, ping, incidents, maintenance }) =>
        trimmed([monitor, up, down, ping ?? 0, incidents, maintenance]),
      ),
    ),
    outages: JSON.stringify(outages.map(({ monitor, from, to }) => [monitor, from, to])),
  };
}

export function unpackDay(row: PackedDay): RecordedDay {
  return {
    day: row.day,
    checks: (JSON.parse(row.checks) as Numbers[]).map(toChecks),
    outages: (JSON.parse(row.outages) as Numbers[]).map(toOutage),
  };
}

function toChecks([
  monitor = 0,
  up = 0,
  down = 0,
  ping = 0,
  incidents = 0,
  maintenance = 0,
]: Numbers): DayChecks {
  return { monitor, up, down, ping: ping === 0 ? null : ping, incidents, maintenance };
}

const toOutage = ([monitor = 0, from = 0, to = 0]: Numbers): DayOutage => ({ monitor, from, to });

export function packNames(monitors: readonly ReportedMonitor[]): string {
  return JSON.stringify(Object.fromEntries(monitors.map(({ id, name, type }) => [String(id), [name, type]])));
}

export function unpackNames(names: string): ReportedMonitor[] {
  return Object.entries(JSON.parse(names) as Names).map(([id, [name, type]]) => ({
    id: Number(id),
    name,
    type,
  }));
}
