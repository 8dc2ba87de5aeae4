/** A form of one text, checked as on the server; the text stays until it was accepted. */
import type { ComponentPropsWithoutRef, ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { message } from '#domain/messages/shared.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { Failure } from './failure.ts';
import { FailureAlert } from './failure-alert.tsx';
import { useCheckedForm } from './use-checked-form.ts';

/** Of a field for somebody else's address. */
export const emailInput = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'off',
  required: true,
} as const satisfies ComponentPropsWithoutRef<'input'>;

interface TextFormProps<Name extends string> {
  readonly id: string;
  readonly name: Name;
  readonly label: string;
  readonly hint?: string;
  /** Type, keyboard and autofill of the field. */
  readonly input: ComponentPropsWithoutRef<'input'>;
  readonly opening?: string;
  readonly request: z.ZodMiniType<Readonly<Record<Name, string>>>;
  /** The change that the form sends. */
  readonly change: {
    readonly isPending: boolean;
    readonly error: Failure | null;
    readonly reset: () => void;
  };
  /** `onAccepted` empties the field. */
  readonly send: (text: string, onAccepted: () => void) => void;
  /** The change that was pressed for, where others share its state. */
  readonly isSubmitting?: boolean;
  /** Words and look of the button. */
  readonly action: string;
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize;
  /** Before the field. */
  readonly lead?: ReactNode;
  /** Further buttons. */
  readonly others?: ReactNode;
  readonly className?: string;
}

export function TextForm<Name extends string>(props: TextFormProps<Name>) {
  const { id, name, label, hint, request, change, className = 'max-w-prose gap-4' } = props;
  const form = useCheckedForm<FieldValues, Readonly<Record<Name, string>>>(request, {
    defaultValues: { [name]: props.opening ?? '' },
  });
  const problem = form.getFieldState(name, form.formState).error?.message;
  const refused = change.error?.fields[name];
  const submit = form.sending(change.isPending, (read) =>
    props.send(read[name], () => form.setValue(name as string, '')),
  );
  const field = form.register(name, {
    onChange: () => {
      form.clearErrors(name);
      if (change.error !== null) change.reset();
    },
  });

  return (
    <form noValidate onSubmit={submit} className={`grid ${className}`}>
      {props.lead}
      <Field id={id} label={label} hint={hint} error={problem ?? refused}>
        {(control) => (
          <TextInput autoCapitalize="none" spellCheck={false} {...props.input} {...control} {...field} />
        )}
      </Field>
      {refused === undefined ? <FailureAlert toast={change.error?.toast} /> : null}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant={props.variant}
          size={props.size}
          isPending={props.isSubmitting ?? change.isPending}
        >
          {props.action}
        </Button>
        {props.others}
      </div>
      <Waiting isOn={change.isPending}>{message('waiting.server')}</Waiting>
    </form>
  );
}
