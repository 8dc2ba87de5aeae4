/** One recipient: what it is, what it is told, and what can be done with it. */
import { useId, useState } from 'react';
import { offSentences } from '#domain/alerts/codes.ts';
import type { AlertRecipient } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { ConfirmDialog } from '#form/confirm-dialog.tsx';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { CodeForm } from './code-form.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { preferencesInWords } from './preferences-words.ts';
import { useAlertsChange } from './use-alerts.ts';

interface RecipientCardProps {
  readonly recipient: AlertRecipient;
  readonly onDone: (sentence: string) => void;
}

const kindNames = { email: 'E-mail', telegram: 'Telegram' } as const;

export function RecipientCard({ recipient, onDone }: RecipientCardProps) {
  const { id, kind, name, state, offReason, isOwner, preferences } = recipient;
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{name}</span>
          <span className="text-ui text-ink-soft">
            {kindNames[kind]}
            {isOwner ? ', o seu' : ''}
            {state === 'on' ? ` · ${preferencesInWords(preferences)}` : ''}
          </span>
        </p>
        {state === 'on' ? null : (
          <Badge tone={state === 'unproven' ? 'neutral' : 'maintenance'}>
            {state === 'unproven' ? 'Falta confirmar' : 'Desligado'}
          </Badge>
        )}
      </div>
      {offReason === null ? null : (
        <p className="text-ui text-ink-soft">Não recebe mais: {offSentences[offReason]}.</p>
      )}
      {state === 'unproven' ? <CodeForm recipient={recipient} onDone={onDone} /> : null}
      <Actions recipient={recipient} onDone={onDone}>
        {state === 'on' ? (
          <Button
            variant="secondary"
            size="sm"
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setOpen(!isOpen)}
          >
            O que chega, e quando
          </Button>
        ) : null}
      </Actions>
      <div id={panel} className="empty:hidden">
        {isOpen && state === 'on' ? (
          <PreferencesForm
            id={id}
            preferences={preferences}
            onDone={(sentence) => {
              setOpen(false);
              onDone(sentence);
            }}
          />
        ) : null}
      </div>
    </li>
  );
}

function Actions({
  recipient: { id, name, state, offReason, wayBack, isOwner },
  onDone,
  children,
}: RecipientCardProps & { readonly children: React.ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const change = useAlertsChange(({ kind }) => {
    setAsking(false);
    onDone(doneSentence(kind, name, wayBack));
  });
  const isBusy = (kind: string) => change.isPending && change.variables.kind === kind;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {children}
        {state === 'on' ? (
          <Button
            variant="quiet"
            size="sm"
            isPending={isBusy('test')}
            aria-label={`Mandar um teste para ${name}`}
            onClick={() => change.isPending || change.mutate({ kind: 'test', id })}
          >
            Mandar um teste
          </Button>
        ) : null}
        {state === 'off' && wayBack !== 'never' ? (
          <Button
            variant="secondary"
            size="sm"
            isPending={isBusy('resend')}
            onClick={() => change.isPending || change.mutate({ kind: 'resend', id })}
          >
            {wayBack === 'yes' ? 'Ligar de novo' : 'Mandar um código'}
          </Button>
        ) : null}
        {isOwner && offReason !== null ? null : (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`${isOwner ? 'Desligar' : 'Retirar'} ${name}`}
            onClick={() => setAsking(true)}
          >
            {isOwner ? 'Desligar' : 'Retirar'}
          </Button>
        )}
      </div>
      {isAsking ? null : <FailureAlert toast={change.error?.toast} />}
      <Waiting isOn={change.isPending}>{message('waiting.server')}</Waiting>
      <ConfirmDialog
        words={{
          title: isOwner ? 'Desligar os avisos para você?' : `Retirar ${name}?`,
          points: [message(isOwner ? 'alerts.off-owner' : 'alerts.off-other')],
          confirm: isOwner ? 'Desligar' : 'Retirar',
        }}
        isOpen={isAsking}
        isPending={isBusy('remove')}
        failure={change.error ?? null}
        onConfirm={() => change.mutate({ kind: 'remove', id })}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function doneSentence(kind: string, nome: string, way: AlertRecipient['wayBack']): string {
  if (kind === 'test') return message('alerts.tested', { nome });
  if (kind === 'remove') return message('alerts.removed', { nome });
  return way === 'yes' ? message('alerts.on-again', { nome }) : message('alert.code-sent', { email: nome });
}
