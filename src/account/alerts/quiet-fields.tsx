/** Own quiet hours: days, times, whole days, and what waits. */
import { message } from '#domain/messages/alerts.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { TextInput } from '#ui/text-input.tsx';
import type { PreferencesFields } from './preferences-values.ts';
import { dayNames } from './recipient-words.ts';

/** Time zones of Brazil, as people there call them. */
const zones: readonly (readonly [zone: string, name: string])[] = [
  ['America/Sao_Paulo', 'Brasília'],
  ['America/Noronha', 'Fernando de Noronha'],
  ['America/Manaus', 'Amazonas, Mato Grosso, Rondônia, Roraima'],
  ['America/Rio_Branco', 'Acre'],
  ['UTC', 'UTC'],
];

interface QuietFieldsProps {
  readonly id: string;
  readonly form: PreferencesFields;
}

export function QuietFields({ id, form: { register, formState } }: QuietFieldsProps) {
  const problems = formState.errors.quiet;
  return (
    <div className="grid gap-5">
      <Days id={`${id}-dia`} legend="Dias em que o silêncio começa" field={register('quiet.days')} />
      <div className="grid max-w-sm grid-cols-2 gap-4">
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
      <Days id={`${id}-dia-inteiro`} legend="Dias inteiros em silêncio" field={register('quiet.wholeDays')} />
      {problems?.days === undefined ? null : (
        <p role="alert" className="text-ui text-down-text">
          {message('alert.days')}
        </p>
      )}
      <Field
        id={`${id}-modo`}
        label="No silêncio"
        hint={message('alerts.quiet-summary')}
        className="max-w-sm"
      >
        {(control) => (
          <Select {...control} {...register('quiet.mode')}>
            <option value="falls-only">Só quedas chegam</option>
            <option value="hold-all">Nada chega</option>
          </Select>
        )}
      </Field>
    </div>
  );
}

interface DaysProps {
  readonly id: string;
  readonly legend: string;
  readonly field: ReturnType<PreferencesFields['register']>;
}

function Days({ id, legend, field }: DaysProps) {
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-ui font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-x-5 gap-y-2 sm:flex sm:flex-wrap">
        {dayNames.map((name, day) => (
          <Checkbox key={name} id={`${id}-${day}`} label={name} value={day} {...field} />
        ))}
      </div>
    </fieldset>
  );
}

/** For every choice with hours. */
export function ZoneField({ id, form: { register, formState } }: QuietFieldsProps) {
  const { zone } = formState.defaultValues?.quiet ?? {};
  const isKnown = zone === undefined || zones.some(([each]) => each === zone);
  return (
    <Field id={`${id}-fuso`} label="Fuso horário" className="max-w-sm">
      {(control) => (
        <Select {...control} {...register('quiet.zone')}>
          {[...zones, ...(isKnown ? [] : [[zone, zone] as const])].map(([each, name]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
