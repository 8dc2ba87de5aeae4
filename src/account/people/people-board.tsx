/** The people page after the sign-in. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { message } from '#domain/messages/people.ts';
import { FailureAlert } from '#form/failure-alert.tsx';
import { type AuthenticatedSession, logout } from '#session/session.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { InvitationPanel } from './invitation-panel.tsx';
import { readInvitation } from './invitation-token.ts';
import { MemberPanel } from './member-panel.tsx';
import { OwnerPanels } from './owner-panels.tsx';
import { failureOf, usePeople } from './use-people.ts';

export function PeopleBoard({ session }: { session: AuthenticatedSession }) {
  const people = usePeople();
  useKnownMember(people.data && people.data.papel === 'membro');
  const [token, setToken] = useState(readInvitation);
  const [result, setResult] = useState<string | null>(null);
  const changes = useQueryClient().getMutationCache();
  // Clear the last result before a new change.
  useEffect(() => changes.subscribe(({ type }) => type === 'added' && setResult(null)), [changes]);
  const resultBox = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button may be gone, so the result takes the focus.
    if (result !== null) resultBox.current?.focus();
  }, [result]);
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-b border-line pb-5">
        <p className="min-w-0 text-ink-soft wrap-anywhere">{session.email}</p>
        <Button variant="secondary" size="sm" onClick={() => void logout().catch(() => undefined)}>
          Sair da conta
        </Button>
      </div>
      {result === null ? null : (
        <div ref={resultBox} tabIndex={-1} className="rounded-md">
          <Alert tone="success" role="status">
            <p>{result}</p>
          </Alert>
        </div>
      )}
      {token === null ? null : (
        <InvitationPanel token={token} session={session} onDone={setResult} onClose={() => setToken(null)} />
      )}
      {people.isError ? (
        <div className="grid max-w-prose justify-items-start gap-5">
          <FailureAlert toast={failureOf(people.error).toast} />
          <Button isPending={people.isFetching} onClick={() => void people.refetch()}>
            {message('provisioning.retry')}
          </Button>
        </div>
      ) : people.data === undefined ? (
        <p role="status" className="py-8 text-ink-soft">
          {message('people.loading')}
        </p>
      ) : people.data.papel === 'dono' ? (
        <OwnerPanels people={people.data} owner={session} onDone={setResult} />
      ) : people.data.papel === 'membro' ? (
        <MemberPanel view={people.data} onDone={setResult} />
      ) : token === null ? (
        <div className="grid max-w-prose justify-items-start gap-5">
          <Alert role="status">
            <p>{message('people.nobody')}</p>
          </Alert>
          <Button href="/checkout">Escolher um plano</Button>
        </div>
      ) : null}
    </div>
  );
}
