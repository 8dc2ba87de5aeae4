/**
 * Progress of a new environment (requirements 000 §2, §4).
 *
 * Without JavaScript the page says that it needs it; the welcome mail arrives either way.
 */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';
import { Queries } from '#session/queries.tsx';

const ProgressBoard = afterSignIn(async () => (await import('./progress-board.tsx')).ProgressBoard);

export function Provisioning() {
  return (
    <Queries>
      <Suspense fallback={<Checking />}>
        <Protected>{(session) => <ProgressBoard session={session} />}</Protected>
      </Suspense>
    </Queries>
  );
}
