/** Lets the invited person accept, then links to the environment. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '#account/alerts/use-alerts.ts';
import { message } from '#domain/messages/people.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { tenantUrl } from '#lib/settings.ts';
import type { AuthenticatedSession } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { forgetInvitation } from './invitation-token.ts';
import { inviterOf, useInvitation } from './use-invitation.ts';
import { usePeopleChange } from './use-people.ts';

interface InvitationPanelProps {
  readonly token: string;
  readonly session: AuthenticatedSession;
  readonly onAccepted: () => void;
  readonly onClose: () => void;
}

export function InvitationPanel({ token, session, onAccepted, onClose }: InvitationPanelProps) {
  const queries = useQueryClient();
  const [isRenewing, setRenewing] = useState(false);
  const { invitation, isPending } = useInvitation(token);
  const close = () => {
    forgetInvitation();
    onClose();
  };
  const accept = usePeopleChange(async () => {
    setRenewing(true);
    // The current token does not contain the new group.
    await session.token({ isForced: true }).catch(() => undefined);
    // What comes next (offered-alerts.tsx) is there from the first paint, or not at all.
    await queries.prefetchQuery(alertsQuery);
    close();
    onAccepted();
  });
  const isBusy = accept.isPending || isRenewing;
  // What it is about comes with the button: text that arrives later would move the button away under a finger.
  if (isPending) return <p role="status">{message('invitation.reading')}</p>;
  return (
    <Section id="convite-titulo" title="Você recebeu um convite">
      <p className="max-w-prose wrap-anywhere">
        {invitation === null ? null : <strong>{inviterOf(invitation)} convidou você. </strong>}
        Ao aceitar, a conta {session.email} passa a trabalhar no ambiente{' '}
        {invitation === null ? 'de quem convidou' : shownAddress(tenantUrl(invitation.tenant))}.{' '}
        {message('people.no-roles')}
      </p>
      {invitation !== null && invitation.email !== session.email ? (
        <Alert tone="warning" role="status">
          <p className="wrap-anywhere">{message('invitation.other', { para: invitation.email })}</p>
        </Alert>
      ) : null}
      <FailureAlert toast={accept.error?.toast} />
      <div className="flex flex-wrap gap-3">
        <Button isPending={isBusy} onClick={() => isBusy || accept.mutate({ kind: 'accept', token })}>
          {isBusy ? message('checkout.sending') : 'Aceitar o convite'}
        </Button>
        <Button variant="secondary" onClick={close}>
          Agora não
        </Button>
      </div>
      <Waiting isOn={isBusy}>{message('waiting.server')}</Waiting>
    </Section>
  );
}
