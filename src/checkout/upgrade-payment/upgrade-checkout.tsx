/**
 * Payment of a larger plan (requirements 000 §2, §4).
 *
 * Without JavaScript the page says that it needs it, because a card is never sent by a plain form.
 */
import { type ReactNode, Suspense } from 'react';
import { PageTerms } from '#checkout/payment/page-terms.tsx';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';

const UpgradeGate = afterSignIn(async () => (await import('./upgrade-gate.tsx')).UpgradeGate);

export function UpgradeCheckout({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  return (
    <Suspense fallback={<Checking />}>
      <Protected>{({ tenant }) => <UpgradeGate own={tenant} terms={terms} />}</Protected>
    </Suspense>
  );
}
