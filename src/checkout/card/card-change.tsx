/**
 * Changes the card of the renewals, here or on the processor's page (docs/payments.md).
 *
 * Without JavaScript the page says that it needs it, because a card is never sent by a plain form.
 */
import { Suspense } from 'react';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';

const RenewalGate = afterSignIn(async () => (await import('./renewal-gate.tsx')).RenewalGate);

export function CardChange() {
  return (
    <Suspense fallback={<Checking />}>
      <Protected>{() => <RenewalGate />}</Protected>
    </Suspense>
  );
}
