/**
 * The owner's environment as a file to take along.
 *
 * Without JavaScript the page says that it needs it and shows the support contacts.
 */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';

const MovingOutBoard = afterSignIn(async () => (await import('./moving-out-board.tsx')).MovingOutBoard);

interface MovingOutProps {
  /** How long the data of an ended environment is kept, in words (content/legal/retention.json). */
  readonly environmentKept: string;
}

export function MovingOut({ environmentKept }: MovingOutProps) {
  return (
    <Suspense fallback={<Checking />}>
      <Protected>{() => <MovingOutBoard environmentKept={environmentKept} />}</Protected>
    </Suspense>
  );
}
