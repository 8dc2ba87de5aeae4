/**
 * What a recipient of alerts wants to be told, and when.
 *
 * Owns: the choices and when quiet hours end. Does not own: what becomes of an event (next-message.ts).
 */
import { BUSINESS_TIME_ZONE } from '../billing/days.ts';
import type { AlertChoice, AlertFeatures } from '../plans/alert-features.ts';

/** `fall`: a monitor fell. `return`: it is back. `expiry`: a certificate or domain is about to expire. */
export const alertKinds = ['fall', 'return', 'maintenance', 'expiry'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** `hold-all`: everything waits for the end. `falls-only`: falls are told at once, the rest waits. */
export const quietModes = ['hold-all', 'falls-only'] as const;
type QuietMode = (typeof quietModes)[number];

/** Hours between reminders that a monitor is still down; 0: none. */
export const reminderHours = [0, 1, 6, 24] as const;
export type ReminderHours = (typeof reminderHours)[number];

export interface QuietHours {
  /** Days on which they begin; 0 is Sunday. */
  readonly days: readonly number[];
  /** Days that are quiet from midnight to midnight. */
  readonly wholeDays: readonly number[];
  /** `HH:MM`. With equal ends they last the whole day. */
  readonly from: string;
  readonly until: string;
  /** IANA name. */
  readonly zone: string;
  readonly mode: QuietMode;
}

export interface AlertPreferences {
  readonly kinds: readonly AlertKind[];
  readonly quiet: QuietHours | null;
  readonly reminderHours: ReminderHours;
  /**
   * Of which monitors, by `monitorKey` (levels.ts); `null`: of all, also of later ones. Kept where the plan has no choice,
   * and means all there (`preferencesOn`).
   */
  readonly monitors: readonly string[] | null;
  /** Beside those monitors, whatever has one of these tags, also later; nothing with `monitors: null`. */
  readonly tags?: readonly string[] | undefined;
  /** Own text of a chat (own-text.ts); `null`: ours. Kept where the plan has none, and means ours there. */
  readonly text: string | null;
}

export const defaultPreferences: AlertPreferences = {
  kinds: alertKinds,
  quiet: null,
  reminderHours: 6,
  monitors: null,
  text: null,
};

/** Preferences as they count on a plan. */
export function preferencesOn(
  preferences: AlertPreferences,
  { monitorChoice, ownText }: Pick<AlertFeatures, 'monitorChoice' | 'ownText'>,
): AlertPreferences {
  const isKept = (preferences.monitors === null || monitorChoice) && (preferences.text === null || ownText);
  return isKept
    ? preferences
    : {
        ...preferences,
        monitors: monitorChoice ? preferences.monitors : null,
        text: ownText ? preferences.text : null,
      };
}

/**
 * A choice among new preferences that the plan lacks; `null` for none. One that was made before is kept as it is, or given up.
 */
export function choiceOffPlan(
  chosen: AlertPreferences,
  kept: AlertPreferences,
  { monitorChoice, ownText }: Pick<AlertFeatures, AlertChoice>,
): AlertChoice | null {
  const monitorsOf = ({ monitors, tags = [] }: AlertPreferences) => JSON.stringify([monitors, tags]);
  if (!monitorChoice && chosen.monitors !== null && monitorsOf(chosen) !== monitorsOf(kept))
    return 'monitorChoice';
  return !ownText && chosen.text !== null && chosen.text !== kept.text ? 'ownText' : null;
}

/** Keys of the monitors that have a tag, by its name. */
export type Tagged = ReadonlyMap<string, readonly string[]>;

/** Preferences with the monitors that their tags stand for now. */
export function withTagged(preferences: AlertPreferences, tagged: Tagged): AlertPreferences {
  const { monitors, tags = [] } = preferences;
  if (monitors === null || tags.length === 0) return preferences;
  return {
    ...preferences,
    monitors: [...new Set([...monitors, ...tags.flatMap((tag) => tagged.get(tag) ?? [])])],
  };
}

/** Whether a recipient hears of a monitor. @param key As `monitorKey` (levels.ts) has it. */
export const hearsOf = ({ monitors }: Pick<AlertPreferences, 'monitors'>, key: string): boolean =>
  monitors === null || monitors.includes(key);

/** Time zone of a recipient, for times in a message. */
export const zoneOf = ({ quiet }: AlertPreferences): string => quiet?.zone ?? BUSINESS_TIME_ZONE;

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

const clockFormats = new Map<string, Intl.DateTimeFormat>();

function clockIn(zone: string): Intl.DateTimeFormat {
  let format = clockFormats.get(zone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    clockFormats.set(zone, format);
  }
  return format;
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/**
 * When the quiet hours that apply at a moment end; `null` outside of them. Others may follow at once, and on a day with a
 * change of the clock the end may be an hour off; it is asked for again then.
 * @param now Milliseconds, UTC.
 */
export function quietUntil(quiet: QuietHours | null, now: number): number | null {
  if (quiet === null) return null;
  const parts = new Map(
    clockIn(quiet.zone)
      .formatToParts(now)
      .map(({ type, value }) => [type, value]),
  );
  const today = weekdays.indexOf(parts.get('weekday') ?? '');
  const minute = minutesOf(`${parts.get('hour')}:${parts.get('minute')}`);
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)];
  const begins = (day: number) => quiet.days.includes((day + 7) % 7);
  const crossesMidnight = until <= from;
  let left = quiet.wholeDays.includes(today) ? DAY_MINUTES - minute : 0;
  if (crossesMidnight && begins(today - 1)) left = Math.max(left, until - minute);
  if (begins(today) && minute >= from)
    left = Math.max(left, crossesMidnight ? DAY_MINUTES - minute + until : until - minute);
  return left === 0 ? null : now - (now % MINUTE_MS) + left * MINUTE_MS;
}
