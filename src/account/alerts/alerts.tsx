/** `/conta/avisos`: who is told when a monitor changes, and what became of each message. */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';
import { Queries } from '#session/queries.tsx';

const AlertsBoard = afterSignIn(async () => (await import('./alerts-board.tsx')).AlertsBoard);

export function Alerts() {
  return (
    <Queries>
      <Suspense fallback={<Checking />}>
        <Protected>{(session) => <AlertsBoard session={session} />}</Protected>
      </Suspense>
    </Queries>
  );
}
