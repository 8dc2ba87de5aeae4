/** What a recipient is told, when it is quiet, and how often it is reminded. */
import { type FormEvent, useState } from 'react';
import {
  type AlertKind,
  type AlertPreferences,
  alertKinds,
  type QuietHours,
  type ReminderHours,
  reminderHours,
} from '#domain/alerts/preferences.ts';
import { Preferences } from '#domain/api-schemas/alerts.ts';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { BUSINESS_TIME_ZONE } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
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

const toggled = <T,>(values: readonly T[], value: T, isOn: boolean): T[] =>
  isOn ? [...values.filter((each) => each !== value), value] : values.filter((each) => each !== value);

export function PreferencesForm({ id, preferences, onDone }: PreferencesFormProps) {
  const [kinds, setKinds] = useState<readonly AlertKind[]>(preferences.kinds);
  const [isQuiet, setQuietOn] = useState(preferences.quiet !== null);
  const [quiet, setQuiet] = useState<QuietHours>(preferences.quiet ?? nightly);
  const [reminder, setReminder] = useState<ReminderHours>(preferences.reminderHours);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const save = useAlertsChange(() => onDone(message('alerts.saved')));

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (save.isPending) return;
    const read = Preferences.safeParse({
      kinds: alertKinds.filter((kind) => kinds.includes(kind)),
      quiet: isQuiet ? { ...quiet, days: quiet.days.toSorted((one, other) => one - other) } : null,
      reminderHours: reminder,
    });
    setProblems(read.success ? {} : fieldSentences(read.error));
    if (read.success) save.mutate({ kind: 'choose', id, preferences: read.data });
  }

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
            checked={kinds.includes(kind)}
            onChange={({ target }) => setKinds(toggled(kinds, kind, target.checked))}
          />
        ))}
      </fieldset>
      <Field id={`${id}-lembrete`} label="Lembrar enquanto continua fora do ar">
        {(control) => (
          <Select
            {...control}
            value={reminder}
            onChange={({ target }) =>
              setReminder(reminderHours.find((hours) => hours === Number(target.value)) ?? 0)
            }
          >
            {reminderHours.map((hours) => (
              <option key={hours} value={hours}>
                {reminderNames[hours]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid gap-4">
        <Checkbox
          id={`${id}-silencio`}
          label="Horas de silêncio"
          checked={isQuiet}
          onChange={({ target }) => setQuietOn(target.checked)}
        />
        {isQuiet ? <QuietFields id={id} quiet={quiet} problems={problems} onChange={setQuiet} /> : null}
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
  readonly quiet: QuietHours;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (quiet: QuietHours) => void;
}

function QuietFields({ id, quiet, problems, onChange }: QuietFieldsProps) {
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
              checked={quiet.days.includes(day)}
              onChange={({ target }) =>
                onChange({ ...quiet, days: toggled(quiet.days, day, target.checked) })
              }
            />
          ))}
        </div>
        {problems['quiet.days'] === undefined ? null : (
          <p className="text-ui text-down-text">{message('alert.days')}</p>
        )}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {(['from', 'until'] as const).map((end) => (
          <Field
            key={end}
            id={`${id}-${end}`}
            label={end === 'from' ? 'Das' : 'Até as'}
            error={problems[`quiet.${end}`]}
          >
            {(control) => (
              <TextInput
                {...control}
                type="time"
                value={quiet[end]}
                onChange={({ target }) => onChange({ ...quiet, [end]: target.value })}
              />
            )}
          </Field>
        ))}
      </div>
      <Field id={`${id}-fuso`} label="Fuso horário">
        {(control) => (
          <Select
            {...control}
            value={quiet.zone}
            onChange={({ target }) => onChange({ ...quiet, zone: target.value })}
          >
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
          <Select
            {...control}
            value={quiet.mode}
            onChange={({ target }) =>
              onChange({ ...quiet, mode: target.value === 'hold-all' ? 'hold-all' : 'falls-only' })
            }
          >
            <option value="falls-only">Só quedas chegam; o resto vem em resumo no fim</option>
            <option value="hold-all">Nada chega; tudo vem em resumo no fim</option>
          </Select>
        )}
      </Field>
    </div>
  );
}
