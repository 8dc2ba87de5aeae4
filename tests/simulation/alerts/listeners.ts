/** Who is told, as the rehearsal knows it: when each is on, what each wants, and when it rests. Pure. */

import plansJson from '#content/plans.json' with { type: 'json' };
import type { TeamKind } from '#domain/alerts/codes.ts';
import type { AlertKind, AlertPreferences, QuietHours } from '#domain/alerts/preferences.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import type { Model } from './model.ts';

const catalog = createCatalog(plansJson);

/** What a listener chose. */
interface Choice {
  readonly from: number;
  readonly preferences: AlertPreferences;
  /** The monitors, by name; without them, all. */
  readonly names?: readonly string[] | null;
}

/** Somebody who is told; never read from the product's tables. */
export interface Listener {
  /** Which one it is; its row and its address may be others later. */
  readonly number: number;
  /** Of its row. */
  id: string;
  readonly kind: 'email' | 'telegram' | TeamKind;
  address: string;
  /** Addresses that an account had before, and until when. */
  readonly former: { readonly address: string; readonly until: number }[];
  readonly environment: number;
  readonly isOwner: boolean;
  /** The membership whose own it is. */
  memberId?: string;
  /** Its member has no seat. */
  isPaused?: boolean;
  /** Its member left, or was removed. */
  isGone?: boolean;
  /** Which kinds never change; hours and reminders may. */
  readonly kinds: readonly AlertKind[];
  /** In order; the first one holds from the beginning. */
  readonly choices: Choice[];
  /** When it is on; the last one may last. */
  readonly on: {
    readonly from: number;
    until: number | null;
    /** What was told before is forgotten, and nobody takes it back. */
    readonly isAnew?: boolean;
  }[];
}

/** What it had chosen at a moment. */
export function chosen(
  { choices }: Pick<Listener, 'choices'>,
  at: number,
): Pick<AlertPreferences, 'quiet' | 'reminderHours'> & Pick<Choice, 'names'> {
  const choice = choices.findLast(({ from }) => from <= at) ?? choices[0];
  const { quiet = null, reminderHours = 0 } = choice?.preferences ?? {};
  return { quiet, reminderHours, names: choice?.names ?? null };
}

/**
 * A listener as far as it hears of a monitor: it is on while the plan has its kind, where it chose the monitor or the plan
 * has no choice.
 */
export function hearing(
  listener: Listener,
  monitor: string,
  {
    model: { planChanges },
    plans,
  }: { readonly model: Pick<Model, 'planChanges'>; readonly plans: readonly PlanId[] },
): Listener {
  const { choices, environment, kind } = listener;
  const changes = planChanges.filter((each) => each.environment === environment);
  const hears = (at: number): boolean => {
    // Of an environment whose plan never changed, the one that it has.
    const plan = changes.findLast((each) => each.at <= at)?.plan ?? changes[0]?.before ?? plans[environment];
    const sold = plan === undefined ? null : catalog.plan(plan).alerts;
    const isChosen = chosen(listener, at).names?.includes(monitor) !== false;
    return sold?.kinds.includes(kind) !== false && (isChosen || sold?.monitorChoice === false);
  };
  const turns = [...choices.map(({ from }) => from), ...changes.map(({ at }) => at)].toSorted(
    (a, b) => a - b,
  );
  if ([...turns, ...listener.on.map(({ from }) => from)].every(hears)) return listener;
  const on = listener.on.flatMap(({ from, until, isAnew = false }) => {
    const parts: { from: number; until: number | null; isAnew: boolean }[] = [];
    for (const at of [from, ...turns.filter((each) => each > from && (until === null || each < until))]) {
      const last = parts.at(-1);
      const isOpen = last !== undefined && last.until === null;
      if (hears(at) && !isOpen) parts.push({ from: at, until: null, isAnew: isAnew || at > from });
      else if (!hears(at) && isOpen) last.until = at;
    }
    const last = parts.at(-1);
    if (last !== undefined) last.until ??= until;
    return parts;
  });
  return { ...listener, on };
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

/** Whether what was told at a moment was forgotten by another one. */
export const isForgotten = ({ on }: Listener, toldAt: number, at: number): boolean =>
  on.some(({ from, isAnew }) => isAnew === true && from > toldAt && from <= at);

export const wants = ({ kinds }: Listener, kind: AlertKind): boolean => kinds.includes(kind);
