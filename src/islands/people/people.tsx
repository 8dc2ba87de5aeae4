/**
 * `/conta/pessoas`: the people of an environment. The owner invites and removes, a member may leave, an invited account
 * accepts.
 */
import { type ReactNode, useLayoutEffect } from 'react';
import { Protected } from '#features/session/protected.tsx';
import { Queries } from '#features/session/queries.tsx';
import { PageTerms } from '#features/terms/page-terms.tsx';
import { takeInvitation } from './invitation-token.ts';
import { PeopleBoard } from './people-board.tsx';

export function People({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  useLayoutEffect(takeInvitation, []);
  return (
    <Queries>
      <Protected>{(session) => <PeopleBoard session={session} terms={terms} />}</Protected>
    </Queries>
  );
}
