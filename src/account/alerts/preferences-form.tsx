/** What a recipient is told, when it is quiet, and how often it is reminded. */
import type { UseFormReturn } from 'react-hook-form';
import {
  type AlertPreferences,
  alertKinds,
  type QuietHours,
  type ReminderHours,
  reminderHours,
} from '#domain/alerts/preferences.ts';
import { Preferences } from '#domain/api-schemas/alerts.ts';
import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { useCheckedForm } from '#form/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { dayNames, kindNames } from './preferences-words.ts';
import { useAlertsChange } from './use-alerts.ts';

interface PreferencesFormProps {
  /** The recipient. */
  readonly id: string;
  readonly preferences: AlertPreferences;
  readonly onDone: (sentence: string) => void;
}

/** The quiet hours stay in the form while they are off; a checkbox says its day as text. */
interface Values extends Omit<AlertPreferences, 'quiet'> {
  readonly isQuiet: boolean;
  readonly quiet: Omit<QuietHours, 'days'> & { readonly days: readonly string[] };
}

const nightly: QuietHours = {
  days: [0, 1, 2, 3, 4, 5, 6],
  from: '22:00',
  until: '07:00',
  zone: BUSINESS_TIME_ZONE,
  mode: 'falls-only',
};

/** Time zones of Brazil, as people there call them. */
const zones: readonly (readonly [zone: string, name: string])[] = [
  ['America/Sao_Paulo', 'Brasília'],
  ['America/Noronha', 'Fernando de Noronha'],
  ['America/Manaus', 'Amazonas, Mato Grosso, Rondônia, Roraima'],
  ['America/Rio_Branco', 'Acre'],
  ['UTC', 'UTC'],
];

const reminderNames: Readonly<Record<ReminderHours, string>> = {
  0: 'Não lembrar',
  1: 'A cada hora',
  6: 'A cada 6 horas',
  24: 'A cada 24 horas',
};

export function PreferencesForm({ id, preferences, onDone }: PreferencesFormProps) {
  const { kinds, quiet, reminderHours: hours } = preferences;
  const { days, ...times } = quiet ?? nightly;
  const form = useCheckedForm<Values, AlertPreferences>(Preferences, {
    defaultValues: {
      kinds,
      isQuiet: quiet !== null,
      quiet: { ...times, days: days.map(String) },
      reminderHours: hours,
    },
    toRequest: ({ isQuiet, quiet: typed, ...others }) => ({
      ...others,
      quiet: isQuiet ? { ...typed, days: typed.days.map(Number) } : null,
    }),
    shouldFocusError: false,
  });
  const { register } = form;
  const save = useAlertsChange(() => onDone(message('alerts.saved')));
  const submit = form.sending(save.isPending, (chosen) =>
    save.mutate({ kind: 'choose', id, preferences: chosen }),
  );

  return (
    <form
      noValidate
      onSubmit={submit}
      className="grid gap-6 rounded-lg border border-line bg-paper p-4 sm:p-5"
    >
      <fieldset className="grid gap-2">
        <legend className="mb-2 font-semibold">Avisar</legend>
        {alertKinds.map((kind) => (
          <Checkbox
            key={kind}
            id={`${id}-${kind}`}
            label={kindNames[kind]}
            value={kind}
            {...register('kinds')}
          />
        ))}
      </fieldset>
      <Field id={`${id}-lembrete`} label="Lembrar enquanto continua fora do ar">
        {(control) => (
          <Select {...control} {...register('reminderHours', { valueAsNumber: true })}>
            {reminderHours.map((each) => (
              <option key={each} value={each}>
                {reminderNames[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4">
        <Checkbox id={`${id}-silencio`} label="Horas de silêncio" {...register('isQuiet')} />
        {form.watch('isQuiet') ? <QuietFields id={id} form={form} /> : null}
      </div>
      <FailureAlert toast={save.error?.toast} />
      <div>
        <Button type="submit" isPending={save.isPending}>
          Salvar
        </Button>
      </div>
      <Waiting isOn={save.isPending}>{message('waiting.server')}</Waiting>
    </form>
  );
}

interface QuietFieldsProps {
  readonly id: string;
  readonly form: Pick<UseFormReturn<Values, unknown, AlertPreferences>, 'register' | 'formState'>;
}

function QuietFields({ id, form: { register, formState } }: QuietFieldsProps) {
  const problems = formState.errors.quiet;
  return (
    <div className="grid gap-5">
      <fieldset className="grid gap-2">
        <legend className="mb-2 text-ui font-semibold">Dias em que começam</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-2">
          {dayNames.map((name, day) => (
            <Checkbox
              key={name}
              id={`${id}-dia-${day}`}
              label={name}
              value={day}
              {...register('quiet.days')}
            />
          ))}
        </div>
        {problems?.days === undefined ? null : (
          <p className="text-ui text-down-text">{message('alert.days')}</p>
        )}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'until'] as const).map((end) => (
          <Field
            key={end}
            id={`${id}-${end}`}
            label={end === 'from' ? 'Das' : 'Até as'}
            error={problems?.[end]?.message}
          >
            {(control) => <TextInput {...control} type="time" {...register(`quiet.${end}`)} />}
          </Field>
        ))}
      </div>
      <Field id={`${id}-fuso`} label="Fuso horário">
        {(control) => (
          <Select {...control} {...register('quiet.zone')}>
            {zones.map(([zone, name]) => (
              <option key={zone} value={zone}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field id={`${id}-modo`} label="No silêncio">
        {(control) => (
          <Select {...control} {...register('quiet.mode')}>
            <option value="falls-only">Só quedas chegam; o resto vem em resumo no fim</option>
            <option value="hold-all">Nada chega; tudo vem em resumo no fim</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
