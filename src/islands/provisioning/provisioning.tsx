/**
 * Progress of a new environment (requirements 000 §2, §4).
 *
 * Without JavaScript the page says that it needs it; the welcome mail arrives either way.
 */
import { Suspense } from 'react';
import { afterSignIn } from '#features/session/after-sign-in.tsx';
import { Checking, Protected } from '#features/session/protected.tsx';
import { Queries } from '#features/session/queries.tsx';

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
