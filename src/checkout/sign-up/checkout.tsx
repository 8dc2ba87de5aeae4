/**
 * Sign-up: plan, address, payment, terms (requirements 000 §2, §5).
 *
 * Without JavaScript the page says that it needs it, because a card is never sent by a plain form.
 */
import { type ReactNode, Suspense } from 'react';
import { PageTerms } from '#checkout/payment/page-terms.tsx';
import { afterSignIn } from '#session/after-sign-in.tsx';
import { Checking, Protected } from '#session/protected.tsx';

const OrderGate = afterSignIn(async () => (await import('./order-gate.tsx')).OrderGate);

export function Checkout({ terms = <PageTerms /> }: { terms?: ReactNode }) {
  return (
    <Suspense fallback={<Checking />}>
      <Protected>{({ tenant }) => <OrderGate tenant={tenant} terms={terms} />}</Protected>
    </Suspense>
  );
}
