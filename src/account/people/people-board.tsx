/** The people page after the sign-in. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ResultNotice } from '#account/result-notice.tsx';
import { message } from '#domain/messages/people.ts';
import { Gate } from '#form/gate/gate.tsx';
import { Loaded } from '#form/loaded.tsx';
import type { AuthenticatedSession } from '#session/session.ts';
import { useKnownMember } from '#session/use-known-member.ts';
import { FoundInvitation, LinkedInvitation } from './invitation-panel.tsx';
import { readInvitation } from './invitation-token.ts';
import { MemberPanel } from './member-panel.tsx';
import { OfferedAlerts } from './offered-alerts.tsx';
import { OwnerPanels } from './owner-panels.tsx';
import { usePeople } from './use-people.ts';

export function PeopleBoard({ session }: { session: AuthenticatedSession }) {
  const people = usePeople();
  useKnownMember(people.data && people.data.role === 'member');
  const [token, setToken] = useState(readInvitation);
  const [hasAccepted, setAccepted] = useState(false);
  const [result, setResult] = useState<string | null>(null);
  const changes = useQueryClient().getMutationCache();
  // Clear the last result before a new change.
  useEffect(() => changes.subscribe(({ type }) => type === 'added' && setResult(null)), [changes]);
  const onAccepted = () => {
    setAccepted(true);
    setResult(message('people.accepted'));
  };
  return (
    <div className="grid gap-8">
      <ResultNotice sentence={result} />
      {token === null ? null : (
        <LinkedInvitation
          token={token}
          session={session}
          onAccepted={onAccepted}
          onClose={() => setToken(null)}
        />
      )}
      <Loaded read={people} loading={message('people.loading')} failed={message('people.failed-title')}>
        {(view) =>
          view.role === 'owner' ? (
            <OwnerPanels people={view} owner={session} onDone={setResult} />
          ) : view.role === 'member' ? (
            <div className="grid gap-6">
              {hasAccepted ? <OfferedAlerts /> : null}
              <MemberPanel view={view} onDone={setResult} />
            </div>
          ) : token !== null ? null : view.invitations === undefined ? (
            <Gate kept={{ who: view.isCreating ? 'waiting' : 'nobody' }} />
          ) : (
            view.invitations.map((each) => (
              <FoundInvitation key={each.id} found={each} session={session} onAccepted={onAccepted} />
            ))
          )
        }
      </Loaded>
    </div>
  );
}
