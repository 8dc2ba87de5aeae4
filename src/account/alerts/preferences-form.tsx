/** When a recipient is told, of which monitors and of what: a ready choice first, single fields for who wants them. */
import { useEffect, useRef } from 'react';
import {
  type AlertPreferences,
  alertKinds,
  defaultPreferences,
  type ReminderHours,
  reminderHours,
} from '#domain/alerts/preferences.ts';
import type { Preset } from '#domain/alerts/presets.ts';
import { type AlertRecipient, type AlertsView, Preferences } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { useCheckedForm } from '#form/use-checked-form.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Field } from '#ui/field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { Select } from '#ui/select.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { MonitorsField } from './monitors-field.tsx';
import { OwnTextField } from './own-text-field.tsx';
import {
  openingOf,
  type PreferencesFields,
  type PreferencesValues,
  toPreferences,
} from './preferences-values.ts';
import { QuietFields, ZoneField } from './quiet-fields.tsx';
import { kindNames, nameOf, presetNames } from './recipient-words.ts';
import type { Acts } from './use-acts.ts';

interface PreferencesFormProps {
  readonly recipient: AlertRecipient;
  readonly view: Pick<AlertsView, 'monitors' | 'tags' | 'canChooseMonitors' | 'canWriteText' | 'role'>;
  readonly acts: Acts;
  readonly onClose: () => void;
}

const cards: readonly { value: Preset | 'own'; about: Parameters<typeof message>[0] }[] = [
  { value: 'always', about: 'alerts.preset-always' },
  { value: 'falls-at-night', about: 'alerts.preset-night' },
  { value: 'business-hours', about: 'alerts.preset-business' },
  { value: 'own', about: 'alerts.preset-own' },
];

const reminderNames: Readonly<Record<ReminderHours, string>> = {
  0: 'Não lembrar',
  1: 'A cada hora',
  6: 'A cada 6 horas',
  24: 'A cada 24 horas',
};

export function PreferencesForm({ recipient, view, acts, onClose }: PreferencesFormProps) {
  const { id, kind, preferences } = recipient;
  const isWebhook = kind === 'webhook';
  const title = useRef<HTMLHeadingElement>(null);
  // It was asked for in a menu, which has closed.
  useEffect(() => title.current?.focus(), []);
  const form = useCheckedForm<PreferencesValues, AlertPreferences>(Preferences, {
    defaultValues: openingOf(preferences),
    toRequest: toPreferences,
    shouldFocusError: false,
  });
  const save = acts.of('choose', id);
  const when = form.watch('when');
  return (
    <form
      noValidate
      aria-labelledby={`${id}-preferencias`}
      onSubmit={form.sending(save.isPending, (chosen) =>
        acts.send({ kind: 'choose', id, preferences: chosen }, onClose),
      )}
      className="grid gap-6 rounded-lg border border-line bg-paper p-4 sm:p-5"
    >
      <h3 ref={title} id={`${id}-preferencias`} tabIndex={-1} className="font-semibold wrap-anywhere">
        O que chega a {nameOf(recipient)}, e quando
      </h3>
      {isWebhook ? (
        <p className="max-w-prose text-ink-soft">{message('alerts.webhook-always')}</p>
      ) : (
        <>
          <RadioCards
            name={`${id}-quando`}
            legend="Quando avisar"
            value={when}
            onChange={(value) => form.setValue('when', value)}
            cards={cards.map(({ value, about }) => ({
              value,
              title: presetNames[value],
              children: <span className="mt-1.5 text-ui leading-6 text-ink-soft">{message(about)}</span>,
            }))}
            className="recipient-choices recipient-presets"
          />
          {when === 'own' ? <QuietFields id={id} form={form} /> : null}
          {when === 'always' ? null : <ZoneField id={id} form={form} />}
        </>
      )}
      <MonitorsField id={id} form={form} view={view} />
      {kind === 'email' || isWebhook ? null : <OwnTextField id={id} form={form} view={view} />}
      <What id={id} preferences={preferences} form={form} hasReminders={!isWebhook} />
      <FailureAlert toast={save.error?.toast} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={save.isOwn}>
          Salvar
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancelar
        </Button>
      </div>
      <Waiting isOn={save.isOwn}>{message('waiting.server')}</Waiting>
    </form>
  );
}

/** Kinds and reminders, which few people change: folded while they are as they come. */
function What({
  id,
  preferences: { kinds, reminderHours: hours },
  form: { register },
  hasReminders,
}: {
  readonly hasReminders: boolean;
  readonly id: string;
  readonly preferences: AlertPreferences;
  readonly form: PreferencesFields;
}) {
  const isUsual = kinds.length === alertKinds.length && hours === defaultPreferences.reminderHours;
  return (
    <details open={!isUsual} className="grid gap-4">
      <summary className="cursor-pointer font-semibold">
        {hasReminders ? 'O que avisar, e lembretes' : 'O que avisar'}
      </summary>
      <div className="mt-4 grid gap-5">
        <fieldset className="recipient-choices grid gap-2">
          <legend className="mb-2 text-ui font-semibold">Avisar</legend>
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
        {hasReminders ? (
          <Field id={`${id}-lembrete`} label="Lembrar enquanto continua fora do ar" className="max-w-sm">
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
        ) : null}
      </div>
    </details>
  );
}
