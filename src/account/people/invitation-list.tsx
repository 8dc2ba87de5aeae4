/** Open and expired invitations. */
import type { OwnersPeople } from '#domain/api-schemas/people.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/people.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { PersonRow } from './person-row.tsx';
import { usePeopleChange } from './use-people.ts';

interface InvitationListProps {
  readonly invitations: OwnersPeople['invitations'];
  readonly isFull: boolean;
  readonly onDone: (sentence: string) => void;
}

export function InvitationList({ invitations, isFull, onDone }: InvitationListProps) {
  const change = usePeopleChange(({ kind }) =>
    onDone(message(kind === 'revoke' ? 'people.revoked' : 'people.invited')),
  );
  const isBusyWith = (id: string, kind: 'resend' | 'revoke') =>
    change.isPending && change.variables.kind === kind && change.variables.id === id;
  const send = (kind: 'resend' | 'revoke', id: string) => {
    if (!change.isPending) change.mutate({ kind, id });
  };
  return (
    <Section id="convites-titulo" title="Convites">
      <FailureAlert toast={change.error?.toast} />
      <Waiting isOn={change.isPending}>{message('waiting.server')}</Waiting>
      <ul className="grid [&>li+li]:border-t [&>li+li]:border-line">
        {invitations.map(({ id, email, expiresAt, isExpired }) => (
          <PersonRow
            key={id}
            email={email}
            about={`${isExpired ? 'venceu em' : 'vale até'} ${formatMoment(expiresAt)}`}
          >
            <span className="flex flex-wrap items-center gap-3">
              {isExpired ? <Badge tone="maintenance">Vencido</Badge> : null}
              {isExpired && isFull ? null : (
                <Button
                  variant="secondary"
                  size="sm"
                  isPending={isBusyWith(id, 'resend')}
                  aria-label={`Enviar de novo o convite para ${email}`}
                  onClick={() => send('resend', id)}
                >
                  Enviar de novo
                </Button>
              )}
              <Button
                variant="quiet"
                size="sm"
                isPending={isBusyWith(id, 'revoke')}
                aria-label={`Cancelar o convite para ${email}`}
                onClick={() => send('revoke', id)}
              >
                Cancelar
              </Button>
            </span>
          </PersonRow>
        ))}
      </ul>
    </Section>
  );
}
