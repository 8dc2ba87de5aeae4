/** Invites one e-mail address. */
import { InvitationRequest } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/people.ts';
import { emailInput, TextForm } from '#form/text-form.tsx';
import { usePeopleChange } from './use-people.ts';

export function InviteForm({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const invite = usePeopleChange(() => onDone(message('people.invited')));
  return (
    <TextForm
      id="email"
      name="email"
      label="E-mail de quem você convida"
      input={emailInput}
      action={invite.isPending ? message('checkout.sending') : 'Convidar'}
      request={InvitationRequest}
      change={invite}
      send={(email, onSuccess) => invite.mutate({ kind: 'invite', email }, { onSuccess })}
    />
  );
}
