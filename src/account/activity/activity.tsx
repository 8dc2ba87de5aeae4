/** `/conta/atividade`: what happened to an environment, for its owner and members. */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';
import { Queries } from '#session/queries.tsx';

const ActivityBoard = afterSignIn(async () => (await import('./activity-board.tsx')).ActivityBoard);

export function Activity() {
  return (
    <Queries>
      <Suspense fallback={<Checking />}>
        <Protected>{() => <ActivityBoard />}</Protected>
      </Suspense>
    </Queries>
  );
}
