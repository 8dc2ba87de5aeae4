/** `/conta/importar`: brings monitors of another service in. Without JavaScript the page says that it needs it. */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';
import { Queries } from '#session/queries.tsx';

const ImportBoard = afterSignIn(async () => (await import('./import-board.tsx')).ImportBoard);

export function Import() {
  return (
    <Queries>
      <Suspense fallback={<Checking />}>
        <Protected>{(session) => <ImportBoard session={session} />}</Protected>
      </Suspense>
    </Queries>
  );
}
