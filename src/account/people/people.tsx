/**
 * `/conta/pessoas`: the people of an environment. The owner invites and removes, a member may leave, an invited account
 * accepts.
 */
import { Suspense, useLayoutEffect, useState } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';
import { Queries } from '#session/queries.tsx';
import { readInvitation, takeInvitation } from './invitation-token.ts';
import { InvitedVisitor } from './invited-visitor.tsx';

const PeopleBoard = afterSignIn(async () => (await import('./people-board.tsx')).PeopleBoard);

export function People() {
  const [token, setToken] = useState<string | null>(null);
  useLayoutEffect(() => {
    takeInvitation();
    setToken(readInvitation());
  }, []);
  return (
    <Queries>
      <Suspense fallback={<Checking />}>
        <Protected
          introduce={token === null ? undefined : (ways) => <InvitedVisitor token={token} {...ways} />}
        >
          {(session) => <PeopleBoard session={session} />}
        </Protected>
      </Suspense>
    </Queries>
  );
}
