/** Invites one e-mail address. */
import { InvitationRequest } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/people.ts';
import { EmailForm } from '#form/email-form.tsx';
import { usePeopleChange } from './use-people.ts';

export function InviteForm({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const invite = usePeopleChange(() => onDone(message('people.invited')));
  return (
    <EmailForm
      id="email"
      label="E-mail de quem você convida"
      action="Convidar"
      request={InvitationRequest}
      change={invite}
      send={(email, onSuccess) => invite.mutate({ kind: 'invite', email }, { onSuccess })}
    />
  );
}
