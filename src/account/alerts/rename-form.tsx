/** Gives a recipient a friendly name, or takes it. */
import { useEffect } from 'react';
import { type AlertRecipient, RECIPIENT_NAME_MAX, RenameRequest } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { TextForm } from '#form/text-form.tsx';
import { Button } from '#ui/button.tsx';
import type { Acts } from './use-acts.ts';

interface RenameFormProps {
  readonly recipient: AlertRecipient;
  readonly acts: Acts;
  readonly onClose: () => void;
}

export function RenameForm({ recipient: { id, kind, name }, acts, onClose }: RenameFormProps) {
  const field = `nome-${id}`;
  const change = acts.of('rename', id);
  // It was asked for in a menu, which has closed.
  useEffect(() => document.getElementById(field)?.focus(), [field]);
  return (
    <TextForm
      id={field}
      name="name"
      label="Nome"
      hint={message(kind === 'email' ? 'alerts.name-email' : 'alerts.name-chat')}
      input={{ autoComplete: 'off', autoCapitalize: 'sentences', maxLength: RECIPIENT_NAME_MAX }}
      opening={name ?? ''}
      request={RenameRequest}
      change={change}
      send={(text) => acts.send({ kind: 'rename', id, name: text }, onClose)}
      isSubmitting={change.isOwn}
      action="Salvar o nome"
      size="sm"
      others={
        <Button variant="quiet" size="sm" onClick={onClose}>
          Cancelar
        </Button>
      }
      className="max-w-sm gap-3"
    />
  );
}
