/**
 * `/conta/pessoas`: who works in an environment. Its owner invites and removes; a member sees where the account is and may
 * leave; an invited account accepts.
 */
import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { Protected } from '#features/session/protected.tsx';
import { PageTerms } from '#features/terms/page-terms.tsx';
import { createQueries } from '#lib/queries.ts';
import { takeInvitation } from './invitation-token.ts';
import { PeopleBoard } from './people-board.tsx';

export function People({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  const [queries] = useState(createQueries);
  useLayoutEffect(takeInvitation, []);
  return (
    <QueryClientProvider client={queries}>
      <Protected>{(session) => <PeopleBoard session={session} terms={terms} />}</Protected>
    </QueryClientProvider>
  );
}
