/** Invites one e-mail address, validated like on the server; the text stays until the invitation is sent. */
import { type FormEvent, useRef, useState } from 'react';
import { fieldSentences } from '#domain/api-schemas/field.ts';
import { InvitationRequest } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages/people.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { TextInput } from '#ui/text-input.tsx';
import { Waiting } from '#ui/waiting.tsx';
import { usePeopleChange } from './use-people.ts';

export function InviteForm({ onDone }: { readonly onDone: (sentence: string) => void }) {
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const input = useRef<HTMLInputElement>(null);
  const invite = usePeopleChange(() => {
    setEmail('');
    onDone(message('people.invited'));
  });
  const refused = invite.error?.fields['email'];
  const error = problem ?? refused;

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (invite.isPending) return;
    const read = InvitationRequest.safeParse({ email });
    setProblem(read.success ? undefined : fieldSentences(read.error)['email']);
    if (read.success) invite.mutate({ kind: 'invite', email: read.data.email });
    else input.current?.focus();
  }

  return (
    <form noValidate onSubmit={submit} className="grid max-w-prose gap-4">
      <Field id="email" label="E-mail de quem você convida" error={error}>
        {(control) => (
          <TextInput
            {...control}
            ref={input}
            name="email"
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            required
            value={email}
            onChange={(event) => {
              setEmail(event.target.value);
              setProblem(undefined);
              if (invite.isError) invite.reset();
            }}
          />
        )}
      </Field>
      {refused === undefined ? <FailureAlert toast={invite.error?.toast} /> : null}
      <div>
        <Button type="submit" isPending={invite.isPending}>
          {invite.isPending ? message('checkout.sending') : 'Convidar'}
        </Button>
      </div>
      <Waiting isOn={invite.isPending}>{message('waiting.server')}</Waiting>
    </form>
  );
}
