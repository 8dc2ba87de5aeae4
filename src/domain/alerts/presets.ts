/** Ready choices of when a recipient of alerts is told; what it is told of stays as it is. */
import type { AlertPreferences, QuietHours } from './preferences.ts';

export const presets = ['always', 'falls-at-night', 'business-hours'] as const;
export type Preset = (typeof presets)[number];

const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

const quietHours: Readonly<Record<Preset, Omit<QuietHours, 'zone'> | null>> = {
  always: null,
  'falls-at-night': { days: EVERY_DAY, wholeDays: [], from: '22:00', until: '07:00', mode: 'falls-only' },
  // Told from Monday to Friday between 8:00 and 18:00; Sunday evening goes on until Monday at 8:00.
  'business-hours': {
    days: EVERY_DAY,
    wholeDays: [0, 6],
    from: '18:00',
    until: '08:00',
    mode: 'hold-all',
  },
};

/** The quiet hours of a preset. @param zone IANA name. */
export function quietOf(preset: Preset, zone: string): QuietHours | null {
  const quiet = quietHours[preset];
  return quiet === null ? null : { ...quiet, zone };
}

const isSameDays = (some: readonly number[], others: readonly number[]): boolean =>
  EVERY_DAY.every((day) => some.includes(day) === others.includes(day));

function isSame(some: QuietHours | null, others: QuietHours | null): boolean {
  if (some === null || others === null) return some === others;
  return (
    isSameDays(some.days, others.days) &&
    isSameDays(some.wholeDays, others.wholeDays) &&
    some.from === others.from &&
    some.until === others.until &&
    some.mode === others.mode
  );
}

/** The preset that preferences have, in whichever time zone; `own` for none of them. */
export const presetOf = ({ quiet }: Pick<AlertPreferences, 'quiet'>): Preset | 'own' =>
  presets.find((preset) => isSame(quietOf(preset, quiet?.zone ?? ''), quiet)) ?? 'own';
