/** The page of alerts after the sign-in: the owner's, and a member's own part. */
import { useState } from 'react';
import type { AlertsView } from '#domain/api-schemas/alerts.ts';
import { message } from '#domain/messages/alerts.ts';
import { Gated } from '#form/gate/gated.tsx';
import { useCaller } from '#form/gate/use-caller.ts';
import { Toasts } from '#form/toasts.tsx';
import { withQueries } from '#session/queries.tsx';
import { Section } from '#ui/section.tsx';
import { AlertsOffer } from './alerts-offer.tsx';
import { ChannelNotice } from './channel-notice.tsx';
import { MessageList } from './message-list.tsx';
import { NewChannel } from './new-channel.tsx';
import { NewRecipient } from './new-recipient.tsx';
import { RecipientsTable } from './recipients-table.tsx';
import { SecretNotice } from './secret-notice.tsx';
import { TelegramConnect } from './telegram-connect.tsx';
import { type Acts, useActs } from './use-acts.ts';
import { useAlerts } from './use-alerts.ts';

export const AlertsBoard = withQueries(function Board() {
  const [isConnecting, setConnecting] = useState(false);
  const caller = useCaller();
  const alerts = useAlerts(isConnecting, caller.mayRead);
  return (
    <div className="grid gap-8">
      <Toasts />
      <Gated
        caller={caller}
        read={alerts}
        loading={message('alerts.loading')}
        failed={message('alerts.failed-title')}
      >
        {(view) => <View view={view} onConnecting={setConnecting} />}
      </Gated>
    </div>
  );
});

interface ViewProps {
  readonly view: AlertsView;
  readonly onConnecting: (isConnecting: boolean) => void;
}

function View({ view, onConnecting }: ViewProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const acts = useActs(view, setSecret);
  return (
    <div className="grid gap-6">
      {secret === null ? null : <SecretNotice secret={secret} onDone={() => setSecret(null)} />}
      <ChannelNotice view={view} acts={acts} />
      <RecipientsTable view={view} acts={acts} />
      <div className="grid gap-6 lg:grid-cols-2 lg:items-start">
        <NewRecipients view={view} acts={acts} onConnecting={onConnecting} />
      </div>
      <MessageList view={view} />
    </div>
  );
}

/** The owner adds addresses and chats; a member the own address, and a private chat. */
function NewRecipients({ view, acts, onConnecting }: ViewProps & { readonly acts: Acts }) {
  const { free, largerHasMore, telegram, recipients, role, offer } = view;
  const isOwnerOnly = recipients.every(
    ({ kind, isOwner, member }) => kind !== 'email' || isOwner || member !== null,
  );
  return (
    <>
      {role === 'owner' ? (
        <Section id="novo-email-titulo" title="Mais um e-mail">
          <NewRecipient
            full={free.email > 0 ? null : isOwnerOnly ? 'owner-only' : 'removable'}
            largerHasMore={largerHasMore}
            acts={acts}
          />
        </Section>
      ) : null}
      {offer === null ? null : (
        <Section id="seu-email-titulo" title="O seu e-mail">
          <AlertsOffer
            email={offer}
            change={acts.of('add')}
            onTake={() => acts.send({ kind: 'add', email: offer })}
          />
        </Section>
      )}
      {view.channels.length > 0 ? (
        // Long: what comes after it stands beside it.
        <Section id="canal-titulo" title="Slack, Discord, Teams ou webhook" className="lg:row-span-2">
          <NewChannel view={view} acts={acts} />
        </Section>
      ) : null}
      {telegram ? (
        <Section id="telegram-titulo" title="Telegram">
          <TelegramConnect
            isFull={free.telegram === 0}
            largerHasMore={largerHasMore}
            chats={recipients.filter(({ kind, state }) => kind === 'telegram' && state === 'on').length}
            onConnecting={onConnecting}
          />
          {role === 'member' ? (
            <p className="text-ui text-ink-soft">{message('alerts.telegram-group')}</p>
          ) : null}
        </Section>
      ) : null}
    </>
  );
}
