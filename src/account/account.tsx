/**
 * The customer's account: plan, payments, and how to end them (docs/payments.md).
 *
 * Without JavaScript the page says that it needs it and shows the support contacts.
 */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';

const AccountBoard = afterSignIn(async () => (await import('./account-board.tsx')).AccountBoard);

interface AccountProps {
  /** How long the data of an ended environment is kept, in words (content/legal/retention.json). */
  readonly environmentKept: string;
}

export function Account({ environmentKept }: AccountProps) {
  return (
    <Suspense fallback={<Checking />}>
      <Protected>
        {(session) => <AccountBoard session={session} environmentKept={environmentKept} />}
      </Protected>
    </Suspense>
  );
}
