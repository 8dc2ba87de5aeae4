/** The page of alerts after the sign-in. */
import { useState } from 'react';
import { ResultNotice } from '#account/result-notice.tsx';
import { type AlertsView, RecipientRequest } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { Gated } from '#form/gate/gated.tsx';
import { emailInput, TextForm } from '#form/text-form.tsx';
import { withQueries } from '#session/queries.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { ChannelNotice } from './channel-notice.tsx';
import { MessageList } from './message-list.tsx';
import { RecipientCard } from './recipient-card.tsx';
import { TelegramConnect } from './telegram-connect.tsx';
import { useAlerts, useAlertsChange } from './use-alerts.ts';

export const AlertsBoard = withQueries(function Board() {
  const [isConnecting, setConnecting] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const alerts = useAlerts(isConnecting);
  return (
    <div className="grid gap-8">
      <ResultNotice sentence={result} />
      <Gated read={alerts} loading={message('alerts.loading')} failed={message('alerts.failed-title')}>
        {(view) => (
          <div className="grid gap-6">
            <ChannelNotice view={view} onDone={setResult} />
            <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
              <Recipients view={view} onDone={setResult} />
              <div className="grid gap-6">
                <NewRecipients view={view} onDone={setResult} onConnecting={setConnecting} />
              </div>
            </div>
            <MessageList view={view} />
          </div>
        )}
      </Gated>
    </div>
  );
});

interface PartProps {
  readonly view: AlertsView;
  readonly onDone: (sentence: string) => void;
}

function Recipients({ view: { recipients, share }, onDone }: PartProps) {
  const used = `${share.sent} de ${share.limit} avisos hoje`;
  return (
    <Section
      id="destinos-titulo"
      title="Quem recebe"
      mark={<Badge tone={share.sent >= share.limit * 0.8 ? 'maintenance' : 'neutral'}>{used}</Badge>}
    >
      {recipients.length === 0 ? (
        <p className="max-w-prose text-ink-soft">{message('alerts.nobody')}</p>
      ) : (
        <ul className="grid [&>li+li]:border-t [&>li+li]:border-line">
          {recipients.map((recipient) => (
            <RecipientCard key={recipient.id} recipient={recipient} onDone={onDone} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function NewRecipients({
  view,
  onDone,
  onConnecting,
}: PartProps & { readonly onConnecting: (isConnecting: boolean) => void }) {
  const { free, telegram, recipients } = view;
  return (
    <>
      <Section id="novo-email-titulo" title="Mais um e-mail">
        <AddRecipient isFull={free.email === 0} onDone={onDone} />
      </Section>
      {telegram ? (
        <Section id="telegram-titulo" title="Telegram">
          <TelegramConnect
            isFull={free.telegram === 0}
            chats={recipients.filter(({ kind, state }) => kind === 'telegram' && state === 'on').length}
            onConnecting={onConnecting}
          />
        </Section>
      ) : null}
    </>
  );
}

interface AddRecipientProps {
  readonly isFull: boolean;
  readonly onDone: (sentence: string) => void;
}

/** Adds an e-mail address, which gets a code. */
function AddRecipient({ isFull, onDone }: AddRecipientProps) {
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
