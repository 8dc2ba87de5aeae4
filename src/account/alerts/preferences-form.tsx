/** What a recipient is told, when it is quiet, and how often it is reminded. */
import type { UseFormReturn } from 'react-hook-form';
import { alertKinds, type ReminderHours, reminderHours } from '#domain/alerts/preferences.ts';
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
  readonly preferences: Preferences;
  readonly onDone: (sentence: string) => void;
}

/** The quiet hours stay in the form while they are off; a checkbox says its day as text. */
interface Values extends Omit<Preferences, 'silencio'> {
  readonly temSilencio: boolean;
  readonly silencio: Omit<Quiet, 'dias'> & { readonly dias: readonly string[] };
}
type Quiet = NonNullable<Preferences['silencio']>;

const nightly: Quiet = {
  dias: [0, 1, 2, 3, 4, 5, 6],
  de: '22:00',
  ate: '07:00',
  fuso: BUSINESS_TIME_ZONE,
  modo: 'so-quedas',
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
  const { avisos, silencio, lembrete } = preferences;
  const { dias, ...hours } = silencio ?? nightly;
  const form = useCheckedForm<Values, Preferences>(Preferences, {
    defaultValues: {
      avisos,
      temSilencio: silencio !== null,
      silencio: { ...hours, dias: dias.map(String) },
      lembrete,
    },
    toRequest: ({ temSilencio, silencio: quiet, ...others }) => ({
      ...others,
      silencio: temSilencio ? { ...quiet, dias: quiet.dias.map(Number) } : null,
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
            {...register('avisos')}
          />
        ))}
      </fieldset>
      <Field id={`${id}-lembrete`} label="Lembrar enquanto continua fora do ar">
        {(control) => (
          <Select {...control} {...register('lembrete', { valueAsNumber: true })}>
            {reminderHours.map((hours) => (
              <option key={hours} value={hours}>
                {reminderNames[hours]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4">
        <Checkbox id={`${id}-silencio`} label="Horas de silêncio" {...register('temSilencio')} />
        {form.watch('temSilencio') ? <QuietFields id={id} form={form} /> : null}
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
  readonly form: Pick<UseFormReturn<Values, unknown, Preferences>, 'register' | 'formState'>;
}

function QuietFields({ id, form: { register, formState } }: QuietFieldsProps) {
  const problems = formState.errors.silencio;
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
              {...register('silencio.dias')}
            />
          ))}
        </div>
        {problems?.dias === undefined ? null : (
          <p className="text-ui text-down-text">{message('alert.days')}</p>
        )}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['de', 'ate'] as const).map((end) => (
          <Field
            key={end}
            id={`${id}-${end}`}
            label={end === 'de' ? 'Das' : 'Até as'}
            error={problems?.[end]?.message}
          >
            {(control) => <TextInput {...control} type="time" {...register(`silencio.${end}`)} />}
          </Field>
        ))}
      </div>
      <Field id={`${id}-fuso`} label="Fuso horário">
        {(control) => (
          <Select {...control} {...register('silencio.fuso')}>
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
          <Select {...control} {...register('silencio.modo')}>
            <option value="so-quedas">Só quedas chegam; o resto vem em resumo no fim</option>
            <option value="resumir">Nada chega; tudo vem em resumo no fim</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
