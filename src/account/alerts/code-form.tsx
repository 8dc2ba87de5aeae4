/** Proves a new address by the six digits of its mail (requirements 001 §4). */
import { type FormEvent, useRef, useState } from 'react';
import { type AlertRecipient, CODE_DIGITS, CodeRequest } from '#domain/api-schemas/alerts.ts';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { message } from '#domain/messages/alerts.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { useAlertsChange } from './use-alerts.ts';

interface CodeFormProps {
  readonly recipient: AlertRecipient;
  readonly onDone: (sentence: string) => void;
}

export function CodeForm({ recipient: { id, nome }, onDone }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const change = useAlertsChange(({ kind }) =>
    onDone(kind === 'verify' ? message('alert.verified') : message('alert.code-sent', { email: nome })),
  );
  const isSending = change.isPending && change.variables.kind === 'resend';
  const isChecking = change.isPending && !isSending;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (change.isPending) return;
    const read = CodeRequest.safeParse({ codigo: code });
    setProblem(read.success ? undefined : fieldSentences(read.error)['codigo']);
    if (read.success) change.mutate({ kind: 'verify', id, code });
    else input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-sm gap-3">
      <Field
        id={`codigo-${id}`}
        label="Código de 6 números"
        hint="Está no e-mail que mandamos, e vale por 15 minutos."
        error={problem}
      >
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="codigo"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_DIGITS}
            className="font-code tracking-widest"
            value={code}
            onChange={(event) => {
              setCode(event.target.value);
              setProblem(undefined);
              if (change.isError) change.reset();
            }}
          />
        )}
      </Field>
      <FailureAlert toast={change.error?.toast} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" size="sm" isPending={isChecking}>
          Verificar
        </Button>
        <Button
          variant="quiet"
          size="sm"
          isPending={isSending}
          onClick={() => change.isPending || change.mutate({ kind: 'resend', id })}
        >
          Reenviar Código
        </Button>
      </div>
      <Waiting isOn={change.isPending}>{message('waiting.server')}</Waiting>
    </form>
  );
}
