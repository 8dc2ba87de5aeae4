/** Card, then who pays and where the bill goes. Lives inside a form that holds `PaymentValues`. */
import { message } from '#domain/messages.ts';
import { BillingAddressFields } from '#features/payment/billing-address-fields.tsx';
import { CardFields, PhoneField, TaxIdField } from '#features/payment/card-fields.tsx';

/** @param declined Why the card was refused, told at its number. */
export function CardSection({ declined }: { declined: string | null }) {
  return (
    <section aria-labelledby="pagamento-titulo" className="grid gap-5">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">
        Cartão de crédito. A operadora troca o número por um código; nós não guardamos os dados do cartão.
      </p>
      <CardFields declined={declined} />
    </section>
  );
}

/** In the place of the card, where it is typed on the processor's page. */
export function HostedSection() {
  return (
    <section aria-labelledby="pagamento-titulo" className="grid gap-5">
      <h2 id="pagamento-titulo" className="text-2xl">
        {message('form.payment-title')}
      </h2>
      <p className="text-ink-soft">
        Cartão de crédito, na página segura da operadora de pagamento. Ao continuar, você informa o cartão lá
        e volta para cá. Guardamos o subdomínio por 24 horas enquanto você paga.
      </p>
      <PhoneField className="sm:max-w-80" />
    </section>
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
