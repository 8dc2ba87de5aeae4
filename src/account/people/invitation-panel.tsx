/** Lets the invited person accept, then links to the panel. */
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { alertsQuery } from '#account/alerts/use-alerts.ts';
import type { InvitationView, OpenInvitation } from '#domain/api-schemas/invitations.ts';
import type { AcceptanceRequest } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/people.ts';
import { shownAddress } from '#domain/subdomain/tenant-url.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { inviterOf } from '#form/gate/open-invitations.tsx';
import { tenantUrl } from '#lib/settings.ts';
import { type AuthenticatedSession, logout } from '#session/session.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { forgetInvitation } from './invitation-token.ts';
import { useInvitation } from './use-invitation.ts';
import { usePeopleChange } from './use-people.ts';

interface PanelProps {
  readonly session: AuthenticatedSession;
  readonly onAccepted: () => void;
}

interface LinkedInvitationProps extends PanelProps {
  readonly token: string;
  readonly onClose: () => void;
}

/** The invitation whose link led here. */
export function LinkedInvitation({ token, onClose, ...panel }: LinkedInvitationProps) {
  const { invitation, isPending } = useInvitation(token);
  // What it is about comes with the button: text that arrives later would move the button away under a finger.
  if (isPending) return <p role="status">{message('invitation.reading')}</p>;
  const close = () => {
    forgetInvitation();
    onClose();
  };
  return <InvitationPanel {...panel} id="link" invitation={invitation} by={{ token }} onClose={close} />;
}

/** One that the account finds without its link, by its e-mail. */
export function FoundInvitation({ found, ...panel }: PanelProps & { readonly found: OpenInvitation }) {
  return <InvitationPanel {...panel} id={found.id} invitation={found} by={{ invitation: found.id }} />;
}

interface InvitationPanelProps extends PanelProps {
  readonly id: string;
  /** `null` where it could not be read. */
  readonly invitation: InvitationView | null;
  readonly by: AcceptanceRequest;
  readonly onClose?: () => void;
}

function InvitationPanel({ id, invitation, by, session, onAccepted, onClose }: InvitationPanelProps) {
  const queries = useQueryClient();
  const [isRenewing, setRenewing] = useState(false);
  const accept = usePeopleChange(async () => {
    setRenewing(true);
    // The current token does not contain the new group.
    await session.token({ isForced: true }).catch(() => undefined);
    // What comes next (offered-alerts.tsx) is there from the first paint, or not at all.
    await queries.prefetchQuery(alertsQuery);
    onClose?.();
    onAccepted();
  });
  const isBusy = accept.isPending || isRenewing;
  // The API refuses it then: only the way out helps.
  const isForAnother = invitation !== null && invitation.email !== session.email;
  return (
    <Section id={`convite-${id}`} title="Você recebeu um convite">
      <p className="max-w-prose wrap-anywhere">
        {invitation === null ? null : <strong>{inviterOf(invitation)} convidou você. </strong>}
        Ao aceitar, a conta {session.email} passa a trabalhar no painel{' '}
        {invitation === null ? 'de quem convidou' : shownAddress(tenantUrl(invitation.tenant))}.{' '}
        {message('people.no-roles')}
      </p>
      {isForAnother ? (
        <Alert tone="warning" role="status">
          <p className="wrap-anywhere">{message('invitation.other', { para: invitation.email })}</p>
        </Alert>
      ) : null}
      <FailureAlert toast={accept.error?.toast} />
      <div className="flex flex-wrap gap-3">
        {isForAnother ? (
          <Button onClick={() => void logout().catch(() => undefined)}>Sair desta conta</Button>
        ) : (
          <Button isPending={isBusy} onClick={() => isBusy || accept.mutate({ kind: 'accept', by })}>
            {isBusy ? message('checkout.sending') : 'Aceitar o convite'}
          </Button>
        )}
        {onClose === undefined ? null : (
          <Button variant="secondary" onClick={onClose}>
            Agora não
          </Button>
        )}
      </div>
      <Waiting isOn={isBusy}>{message('waiting.server')}</Waiting>
    </Section>
  );
}
