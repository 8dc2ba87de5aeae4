/** The own text of a chat, where the plan has one. */
import { OWN_TEXT_MAX } from '#domain/alerts/own-text.ts';
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { Field } from '#ui/field.tsx';
import { controlClass } from '#ui/text-input.tsx';
import type { PreferencesFields } from './preferences-values.ts';

interface OwnTextFieldProps {
  readonly id: string;
  readonly form: PreferencesFields;
  readonly view: Pick<AlertsView, 'canWriteText' | 'role'>;
}

export function OwnTextField({ id, form, view }: OwnTextFieldProps) {
  const written = form.watch('text');
  if (!view.canWriteText)
    return (
      <div className="grid gap-1">
        <p className="font-semibold">O texto</p>
        <p className="max-w-prose text-ui leading-6 text-ink-soft">
          {message(written === '' ? 'alerts.text-plan' : 'alerts.text-kept')}{' '}
          {view.role === 'owner' ? (
            <a href="/upgrade" className="font-semibold text-ink underline underline-offset-4">
              Ver os planos
            </a>
          ) : null}
        </p>
      </div>
    );
  return (
    <Field
      id={`${id}-texto`}
      label="O texto de quedas e retornos"
      isOptional
      hint={message('alerts.text-hint')}
      error={form.formState.errors.text?.message}
      className="max-w-prose"
    >
      {(control) => (
        <textarea
          {...control}
          {...form.register('text')}
          rows={3}
          maxLength={OWN_TEXT_MAX}
          placeholder={message('alerts.text-example')}
          className={`${controlClass} py-3`}
        />
      )}
    </Field>
  );
}
