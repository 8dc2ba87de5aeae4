/** A form of one e-mail address, checked as on the server; the text stays until it was accepted. */
import { type FormEvent, useRef, useState } from 'react';
import type * as z from 'zod/mini';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { message } from '#domain/messages/shared.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import type { Failure } from './failure.ts';
import { FailureAlert } from './failure-alert.tsx';

interface EmailFormProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  /** Words of the button. */
  readonly action: string;
  readonly variant?: 'primary' | 'secondary';
  readonly request: z.ZodMiniType<{ readonly email: string }>;
  /** The change that the form sends. */
  readonly change: {
    readonly isPending: boolean;
    readonly error: Failure | null;
    readonly reset: () => void;
  };
  /** `onAccepted` empties the field. */
  readonly send: (email: string, onAccepted: () => void) => void;
}

export function EmailForm({ id, label, hint, action, variant, request, change, send }: EmailFormProps) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const refused = change.error?.fields['email'];

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    const read = request.safeParse({ email });
    setProblem(read.success ? undefined : fieldSentences(read.error)['email']);
    if (read.success) send(read.data.email, () => setEmail(''));
    else input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-prose gap-4">
      <Field id={id} label={label} hint={hint} error={problem ?? refused}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setProblem(undefined);
              if (change.error !== null) change.reset();
            }}
          />
        )}
      </Field>
      {refused === undefined ? <FailureAlert toast={change.error?.toast} /> : null}
      <div>
        <Button type="submit" variant={variant} isPending={change.isPending}>
          {change.isPending ? message('checkout.sending') : action}
        </Button>
      </div>
      <Waiting isOn={change.isPending}>{message('waiting.server')}</Waiting>
    </form>
  );
}
