/** Who is told, as the rehearsal knows it: when each is on, what each wants, and when it rests. Pure. */
import type { AlertKind, AlertPreferences, QuietHours } from '#domain/alerts/preferences.ts';

/** Somebody who is told; never read from the product's tables. */
export interface Listener {
  /** Of its row. */
  id: string;
  readonly kind: 'email' | 'telegram';
  address: string;
  /** Addresses that an account had before, and until when. */
  readonly former: { readonly address: string; readonly until: number }[];
  readonly environment: number;
  readonly isOwner: boolean;
  /** Which kinds never change; hours and reminders may. */
  readonly kinds: readonly AlertKind[];
  /** In order; the first one holds from the beginning. */
  readonly choices: { readonly from: number; readonly preferences: AlertPreferences }[];
  /** When it is on; the last one may last. */
  readonly on: { readonly from: number; until: number | null }[];
}

/** What it had chosen at a moment. */
export function chosen(
  { choices }: Pick<Listener, 'choices'>,
  at: number,
): Pick<AlertPreferences, 'quiet' | 'reminderHours'> {
  return (
    (choices.findLast(({ from }) => from <= at) ?? choices[0])?.preferences ?? {
      quiet: null,
      reminderHours: 0,
    }
  );
}

/** Time zone in which times are written to it. */
export const zoneAt = (listener: Pick<Listener, 'choices'>, at: number): string =>
  chosen(listener, at).quiet?.zone ?? 'America/Sao_Paulo';

export const isTo = ({ address, former }: Listener, to: string): boolean =>
  address === to || former.some((each) => each.address === to);

const MINUTE_MS = 60_000;
const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const formats = new Map<string, Intl.DateTimeFormat>();

/** A moment as a clock on the wall shows it. */
export interface Wall {
  readonly weekday: number;
  readonly hour: number;
  readonly minute: number;
  /** As `26/11`. */
  readonly day: string;
}

export function wallAt(at: number, zone: string): Wall {
  let format = formats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, weekday: 'short', day: '2-digit', month: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
    });
    formats.set(zone, format);
  }
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  return {
    weekday: weekdays.indexOf(parts.get('weekday') ?? ''),
    hour: Number(parts.get('hour')),
    minute: Number(parts.get('minute')),
    day: `${parts.get('day')}/${parts.get('month')}`,
  };
}

const minutesOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3));

/** Whether somebody rests at a moment. */
export function isQuiet(quiet: QuietHours | null, at: number): boolean {
  if (quiet === null) return false;
  const { weekday, hour, minute } = wallAt(at, quiet.zone);
  const now = hour * 60 + minute;
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  if (quiet.wholeDays.includes(weekday)) return true;
  const begins = (day: number): boolean => quiet.days.includes((day + 7) % 7);
  if (from < until) return begins(weekday) && now >= from && now < until;
  return (begins(weekday) && now >= from) || (begins(weekday - 1) && now < until);
}

/** Whether it rests at any moment of a short time. */
export function isQuietIn(
  listener: Pick<Listener, 'choices'>,
  from: number,
  until: number,
  isFall = false,
): boolean {
  const rests = (at: number): boolean => {
    const { quiet } = chosen(listener, at);
    return isQuiet(isFall && quiet?.mode === 'falls-only' ? null : quiet, at);
  };
  for (let at = from; at < until; at += MINUTE_MS) if (rests(at)) return true;
  return rests(until);
}

/** Since when it is on without a break; `null` while it is off. */
export function onSince({ on }: Listener, at: number): number | null {
  return on.find(({ from, until }) => from <= at && (until === null || until > at))?.from ?? null;
}

export const wants = ({ kinds }: Listener, kind: AlertKind): boolean => kinds.includes(kind);
