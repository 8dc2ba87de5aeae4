/** The payment part of a form: card, payer and billing address. Needs a form with `PaymentValues` around it. */
import { type ReactNode, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { message } from '#domain/messages/shared.ts';
import type { Declined } from '#form/use-problem-report.ts';
import { Button } from '#ui/button.tsx';
import { Section } from '#ui/section.tsx';
import { BillingAddressFields } from './billing-address-fields.tsx';
import { CardFields, PhoneField, TaxIdField } from './card-fields.tsx';
import { DeclinedNotice, declinedId } from './declined-notice.tsx';
import type { BillingAddressValues, PaymentValues } from './payment-values.ts';
import type { KnownPayment } from './use-known-payer.ts';

function PaymentSection({ text, children }: { text: string; children: ReactNode }) {
  return (
    <Section id="pagamento-titulo" title={message('form.payment-title')} look="form">
      <p className="text-ink-soft">{text}</p>
      {children}
    </Section>
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
    <PaymentSection text="Cartão de crédito, na página segura da operadora de pagamento. Ao continuar, você informa o cartão lá e volta para cá. Guardamos o endereço do seu painel por 24 horas enquanto você paga.">
      <PhoneField className="sm:max-w-80" />
    </PaymentSection>
  );
}

/** Whether an address is whole, so that it needs no fields. */
const isWhole = ({ complemento: _, ...address }: BillingAddressValues): boolean =>
  Object.values(address).every((value) => value !== '');

/** "Avenida Paulista, 1578, Sala 201, Bela Vista, São Paulo - SP, CEP 01310-100". */
const written = ({ cep, rua, numero, complemento, bairro, cidade, uf }: BillingAddressValues): string =>
  [rua, numero, complemento, bairro, `${cidade} - ${uf}`, `CEP ${cep}`].filter(Boolean).join(', ');

interface BillingProps {
  /** What the processor has of the payer; an address that was typed instead stays in its fields. */
  readonly known?: KnownPayment;
}

/** The address that the processor has, and a way to change it; as fields where it is missing, wrong or changed. */
function BillingAddress({ known }: { readonly known: KnownPayment }) {
  const { control, formState, getValues } = useFormContext<PaymentValues>();
  const [isOpen, setOpen] = useState(() => {
    const address = getValues('billingAddress');
    const isKnown = JSON.stringify(address) === JSON.stringify(known?.billingAddress);
    return !isKnown || !isWhole(address);
  });
  const address = useWatch({ control, name: 'billingAddress' });
  if (isOpen || formState.errors.billingAddress !== undefined) return <BillingAddressFields />;
  return (
    <div className="grid justify-items-start gap-2">
      <p className="max-w-prose">
        <span className="block text-ui font-semibold">Endereço de cobrança</span>
        {written(address)}
      </p>
      <Button variant="secondary" size="sm" onClick={() => setOpen(true)}>
        Mudar o endereço
      </Button>
    </div>
  );
}

export function BillingSection({ known = null }: BillingProps) {
  return (
    <Section id="cobranca-titulo" title="Dados de cobrança" look="form">
      <TaxIdField className="sm:max-w-80" />
      <BillingAddress known={known} />
    </Section>
  );
}
