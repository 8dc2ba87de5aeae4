/** What the form of preferences holds, and the preferences that it stands for. */
import type { UseFormReturn } from 'react-hook-form';
import type { AlertPreferences, QuietHours } from '#domain/alerts/preferences.ts';
import { type Preset, presetOf, presets, quietOf } from '#domain/alerts/presets.ts';
import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';

/** Own quiet hours and chosen monitors stay in the form while others count; a checkbox says its day as text. */
export interface PreferencesValues extends Omit<AlertPreferences, 'quiet' | 'monitors' | 'tags' | 'text'> {
  readonly when: Preset | 'own';
  readonly quiet: Omit<QuietHours, 'days' | 'wholeDays'> & {
    readonly days: readonly string[];
    readonly wholeDays: readonly string[];
  };
  readonly which: 'all' | 'some';
  readonly monitors: readonly string[];
  readonly tags: readonly string[];
  /** Empty: ours. */
  readonly text: string;
}

/** The form, for its parts. */
export type PreferencesFields = Pick<
  UseFormReturn<PreferencesValues, unknown, AlertPreferences>,
  'register' | 'watch' | 'setValue' | 'formState'
>;

/** The form as it opens. */
export function openingOf({
  kinds,
  quiet,
  reminderHours: hours,
  monitors,
  tags = [],
  text,
}: AlertPreferences): PreferencesValues {
  const { days, wholeDays, ...times } =
    quiet ?? (quietOf('falls-at-night', BUSINESS_TIME_ZONE) as QuietHours);
  return {
    kinds,
    reminderHours: hours,
    when: presetOf({ quiet }),
    quiet: { ...times, days: days.map(String), wholeDays: wholeDays.map(String) },
    which: monitors === null ? 'all' : 'some',
    monitors: monitors ?? [],
    tags,
    text: text ?? '',
  };
}

const isPreset = (when: Preset | 'own'): when is Preset => presets.some((preset) => preset === when);

/** What is saved. */
export const toPreferences = (values: PreferencesValues): AlertPreferences => ({
  kinds: values.kinds,
  reminderHours: values.reminderHours,
  quiet: isPreset(values.when)
    ? quietOf(values.when, values.quiet.zone)
    : {
        ...values.quiet,
        days: values.quiet.days.map(Number),
        wholeDays: values.quiet.wholeDays.map(Number),
      },
  monitors: values.which === 'all' ? null : values.monitors,
  ...(values.which === 'all' || values.tags.length === 0 ? {} : { tags: values.tags }),
  text: values.text.trim() === '' ? null : values.text,
});
