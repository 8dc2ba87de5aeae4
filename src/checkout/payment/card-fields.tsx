/** Card, holder and phone. These values are kept only in the form's memory. */
import { useFormContext, useWatch } from 'react-hook-form';
import { onlyDigits } from '#domain/result.ts';
import { FormField } from '#form/form-field.tsx';
import { cardBrand, cardGaps } from './card-brand.ts';
import { cardNumberMask, ccvMask, expiryMask, phoneMask, taxIdMask } from './masks.ts';
import { type PaymentValues, paymentLabels } from './payment-values.ts';

const numberMask = cardNumberMask(cardGaps);

export function TaxIdField({ className }: { className?: string }) {
  return (
    <FormField<PaymentValues>
      path="cardHolder.cpfCnpj"
      // With "cardHolder" Chromium would fill in the name on the card here.
      browserName="cpf-cnpj"
      label={paymentLabels['cardHolder.cpfCnpj']}
      mask={taxIdMask}
      hint="De quem paga. CNPJ com letras também vale."
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...(className ? { className } : {})}
    />
  );
}

export function PhoneField({ className }: { className: string }) {
  return (
    <FormField<PaymentValues>
      path="card.phone"
      label={paymentLabels['card.phone']}
      mask={phoneMask}
      hint="Obrigatório para pagamento com cartão: a operadora pode precisar confirmar a compra."
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      className={className}
    />
  );
}

/** @param errorId Id of the notice about a refused card. */
export function CardFields({ errorId }: { errorId: string | undefined }) {
  const { control } = useFormContext<PaymentValues>();
  const brand = cardBrand(onlyDigits(useWatch({ control, name: 'card.number' })));
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      <FormField<PaymentValues>
        path="card.number"
        label={paymentLabels['card.number']}
        mask={numberMask}
        errorId={errorId}
        status={brand?.name ?? ''}
        inputMode="numeric"
        pattern="[0-9 ]+"
        autoComplete="cc-number"
        className="col-span-6"
      />
      <FormField<PaymentValues>
        path="card.holderName"
        label={paymentLabels['card.holderName']}
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        className="col-span-6"
      />
      <FormField<PaymentValues>
        path="card.expiry"
        label={paymentLabels['card.expiry']}
        mask={expiryMask}
        placeholder="MM/AA"
        inputMode="numeric"
        autoComplete="cc-exp"
        className="col-span-3"
      />
      <FormField<PaymentValues>
        path="card.ccv"
        label={paymentLabels['card.ccv']}
        mask={ccvMask}
        hint={brand?.ccvLength === 4 ? '4 números na frente.' : '3 números no verso.'}
        inputMode="numeric"
        autoComplete="cc-csc"
        className="col-span-3"
      />
      <PhoneField className="col-span-6" />
    </div>
  );
}
