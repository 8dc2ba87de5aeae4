/**
 * `/conta/pessoas`: the people of an environment. The owner invites and removes, a member may leave, an invited account
 * accepts.
 */
import { Suspense, useLayoutEffect } from 'react';
import { afterSignIn } from '#features/session/after-sign-in.tsx';
import { Checking, Protected } from '#features/session/protected.tsx';
import { Queries } from '#features/session/queries.tsx';
import { takeInvitation } from './invitation-token.ts';

const PeopleBoard = afterSignIn(async () => (await import('./people-board.tsx')).PeopleBoard);

export function People() {
  useLayoutEffect(takeInvitation, []);
  return (
    <Queries>
      <Suspense fallback={<Checking />}>
        <Protected>{(session) => <PeopleBoard session={session} />}</Protected>
      </Suspense>
    </Queries>
  );
}
