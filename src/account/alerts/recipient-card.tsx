/** One recipient: what it is, what it is told, and what can be done with it. */
import { useId, useState } from 'react';
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
const offReasons = {
  recusou: 'quem lê este e-mail pediu para não receber avisos',
  'nao-existe': 'o endereço não existe ou não aceita mensagens',
  bloqueou: 'a conversa bloqueou ou removeu o robô',
  saiu: 'quem recebe pediu para sair',
  spam: 'quem recebe marcou um aviso como spam',
} as const satisfies Record<NonNullable<AlertRecipient['motivo']>, string>;

export function RecipientCard({ recipient, onDone }: RecipientCardProps) {
  const { id, tipo, nome, estado, motivo, dono = false, preferencias } = recipient;
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  return (
    <li className="grid gap-3 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <p className="min-w-0">
          <span className="block font-semibold wrap-anywhere">{nome}</span>
          <span className="text-ui text-ink-soft">
            {kindNames[tipo]}
            {dono ? ', o seu' : ''}
            {estado === 'ativo' ? ` · ${preferencesInWords(preferencias)}` : ''}
          </span>
        </p>
        {estado === 'ativo' ? null : (
          <Badge tone={estado === 'confirmar' ? 'neutral' : 'maintenance'}>
            {estado === 'confirmar' ? 'Falta confirmar' : 'Desligado'}
          </Badge>
        )}
      </div>
      {motivo === undefined ? null : (
        <p className="text-ui text-ink-soft">Não recebe mais: {offReasons[motivo]}.</p>
      )}
      {estado === 'confirmar' ? <CodeForm recipient={recipient} onDone={onDone} /> : null}
      <Actions recipient={recipient} onDone={onDone}>
        {estado === 'ativo' ? (
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
        {isOpen && estado === 'ativo' ? (
          <PreferencesForm
            id={id}
            preferences={preferencias}
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
  recipient: { id, nome, estado, motivo, religar, dono = false },
  onDone,
  children,
}: RecipientCardProps & { readonly children: React.ReactNode }) {
  const [isAsking, setAsking] = useState(false);
  const change = useAlertsChange(({ kind }) => {
    setAsking(false);
    onDone(doneSentence(kind, nome, religar));
  });
  const isBusy = (kind: string) => change.isPending && change.variables.kind === kind;
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {children}
        {estado === 'ativo' ? (
          <Button
            variant="quiet"
            size="sm"
            isPending={isBusy('test')}
            aria-label={`Mandar um teste para ${nome}`}
            onClick={() => change.isPending || change.mutate({ kind: 'test', id })}
          >
            Mandar um teste
          </Button>
        ) : null}
        {estado === 'desligado' && religar !== undefined ? (
          <Button
            variant="secondary"
            size="sm"
            isPending={isBusy('resend')}
            onClick={() => change.isPending || change.mutate({ kind: 'resend', id })}
          >
            {religar === 'direto' ? 'Ligar de novo' : 'Mandar um código'}
          </Button>
        ) : null}
        {dono && motivo !== undefined ? null : (
          <Button
            variant="quiet"
            size="sm"
            aria-label={`${dono ? 'Desligar' : 'Retirar'} ${nome}`}
            onClick={() => setAsking(true)}
          >
            {dono ? 'Desligar' : 'Retirar'}
          </Button>
        )}
      </div>
      {isAsking ? null : <FailureAlert toast={change.error?.toast} />}
      <Waiting isOn={change.isPending}>{message('waiting.server')}</Waiting>
      <ConfirmDialog
        words={{
          title: dono ? 'Desligar os avisos para você?' : `Retirar ${nome}?`,
          points: [message(dono ? 'alerts.off-owner' : 'alerts.off-other')],
          confirm: dono ? 'Desligar' : 'Retirar',
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

function doneSentence(kind: string, nome: string, way: AlertRecipient['religar']): string {
  if (kind === 'test') return message('alerts.tested', { nome });
  if (kind === 'remove') return message('alerts.removed', { nome });
  return way === 'direto'
    ? message('alerts.on-again', { nome })
    : message('alert.code-sent', { email: nome });
}
