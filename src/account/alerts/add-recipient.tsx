/** Adds an e-mail address, which gets a code. */
import { RecipientRequest } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { emailInput, TextForm } from '#form/text-form.tsx';
import { Button } from '#ui/button.tsx';
import { useAlertsChange } from './use-alerts.ts';

interface AddRecipientProps {
  readonly isFull: boolean;
  readonly onDone: (sentence: string) => void;
}

export function AddRecipient({ isFull, onDone }: AddRecipientProps) {
  const add = useAlertsChange((change) => {
    if (change.kind === 'add') onDone(message('alert.code-sent', { email: change.email }));
  });
  if (isFull)
    return (
      <div className="grid justify-items-start gap-4">
        <p className="text-ink-soft">{message('alerts.full-email')}</p>
        <Button href="/upgrade" variant="secondary">
          Ver planos maiores
        </Button>
      </div>
    );
  return (
    <TextForm
      id="email-destino"
      name="email"
      label="E-mail de destino"
      hint={message('alerts.code-follows')}
      input={emailInput}
      action={add.isPending ? message('checkout.sending') : 'Verificar Email'}
      variant="secondary"
      request={RecipientRequest}
      change={add}
      send={(email, onSuccess) => add.mutate({ kind: 'add', email }, { onSuccess })}
    />
  );
}
