/** A form of one text, checked as on the server; the text stays until it was accepted. */
import { type ComponentPropsWithoutRef, type FormEvent, type ReactNode, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { message } from '#domain/messages/shared.ts';
import { Button, type ButtonSize, type ButtonVariant } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { Failure } from './failure.ts';
import { FailureAlert } from './failure-alert.tsx';

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
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Before the field. */
  readonly lead?: ReactNode;
  /** Further buttons. */
  readonly others?: ReactNode;
  readonly className?: string;
}

export function TextForm<Name extends string>(props: TextFormProps<Name>) {
  const { id, name, label, hint, request, change, className = 'max-w-prose gap-4' } = props;
  const [text, setText] = useState(props.opening ?? '');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const refused = change.error?.fields[name];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    const read = request.safeParse({ [name]: text });
    setProblem(read.success ? undefined : fieldSentences(read.error)[name]);
    if (read.success) props.send(read.data[name], () => setText(''));
    else input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className={`grid ${className}`}>
      {props.lead}
      <Field id={id} label={label} hint={hint} error={problem ?? refused}>
        {(control) => (
          <TextInput
            autoCapitalize="none"
            spellCheck={false}
            {...props.input}
            {...control}
            ref={input}
            name={name}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setProblem(undefined);
              if (change.error !== null) change.reset();
            }}
          />
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
