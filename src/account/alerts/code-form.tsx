/** Proves a new address by the six digits of its mail (requirements 001 §4). */
import { type AlertRecipient, CODE_DIGITS, CodeRequest } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { TextForm } from '#form/text-form.tsx';
import { Button } from '#ui/button.tsx';
import { useAlertsChange } from './use-alerts.ts';

interface CodeFormProps {
  readonly recipient: AlertRecipient;
  readonly onDone: (sentence: string) => void;
}

export function CodeForm({ recipient: { id, name }, onDone }: CodeFormProps) {
  const change = useAlertsChange(({ kind }) =>
    onDone(kind === 'verify' ? message('alert.verified') : message('alert.code-sent', { email: name })),
  );
  const isSending = change.isPending && change.variables.kind === 'resend';
  return (
    <TextForm
      id={`codigo-${id}`}
      name="code"
      label="Código de 6 números"
      hint="Está no e-mail que mandamos, e vale por 15 minutos."
      input={{
        inputMode: 'numeric',
        autoComplete: 'one-time-code',
        maxLength: CODE_DIGITS,
        className: 'font-code tracking-widest',
      }}
      request={CodeRequest}
      change={change}
      send={(code) => change.mutate({ kind: 'verify', id, code })}
      isSubmitting={change.isPending && !isSending}
      action="Verificar"
      size="sm"
      others={
        <Button
          variant="quiet"
          size="sm"
          isPending={isSending}
          onClick={() => change.isPending || change.mutate({ kind: 'resend', id })}
        >
          Reenviar Código
        </Button>
      }
      className="max-w-sm gap-3"
    />
  );
}
