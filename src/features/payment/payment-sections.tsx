/** The payment part of a form: card, payer and billing address. Needs a form with `PaymentValues` around it. */
import type { ReactNode } from 'react';
import { message } from '#domain/messages.ts';
import type { Declined } from '#features/form/use-problem-report.ts';
import { BillingAddressFields } from '#features/payment/billing-address-fields.tsx';
import { CardFields, PhoneField, TaxIdField } from '#features/payment/card-fields.tsx';
import { DeclinedNotice, declinedId } from '#features/payment/declined-notice.tsx';

function PaymentSection({ text, children }: { text: string; children: ReactNode }) {
  return (
    <section aria-labelledby="pagamento-titulo" className="grid gap-5">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">{text}</p>
      {children}
    </section>
  );
}

export function CardSection({ declined }: { declined: Declined | null }) {
  return (
    <PaymentSection text="Cartão de crédito. A operadora troca o número por um código; nós não guardamos os dados do cartão.">
      <DeclinedNotice declined={declined} />
      <CardFields errorId={declinedId(declined)} />
    </PaymentSection>
  );
}

/** Replaces the card fields when the card is typed on the processor's page. */
export function HostedSection() {
  return (
    <PaymentSection text="Cartão de crédito, na página segura da operadora de pagamento. Ao continuar, você informa o cartão lá e volta para cá. Guardamos o subdomínio por 24 horas enquanto você paga.">
      <PhoneField className="sm:max-w-80" />
    </PaymentSection>
  );
}

export function BillingSection() {
  return (
    <section aria-labelledby="cobranca-titulo" className="grid gap-5">
      <h2 id="cobranca-titulo" className="text-2xl">
        Dados de cobrança
      </h2>
      <TaxIdField className="sm:max-w-80" />
      <BillingAddressFields />
    </section>
  );
}
