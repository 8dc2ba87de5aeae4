/** What a paid order asks for besides the address: card, payer and billing address. */
import { BillingSection, CardSection, HostedSection } from '#checkout/payment/payment-sections.tsx';
import type { Declined } from '#form/use-problem-report.ts';

interface PaymentPartProps {
  readonly isHosted: boolean;
  readonly declined: Declined | null;
}

export function PaymentPart({ isHosted, declined }: PaymentPartProps) {
  return (
    <>
      {isHosted ? <HostedSection /> : <CardSection declined={declined} />}
      <BillingSection />
    </>
  );
}
