/**
 * Billing address: the line for its CEP, and the rest once that is typed, because it fills most of it in. Needs a form with
 * `PaymentValues` around it.
 */
import { useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ufs } from '#domain/address/address.ts';
import { fieldId } from '#form/field-id.ts';
import { FormField } from '#form/form-field.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { addressNumberMask, cepMask } from './masks.ts';
import { isAddressOpen, type PaymentValues, paymentLabels } from './payment-values.ts';
import { useCepLookup } from './use-cep-lookup.ts';

export function BillingAddressFields() {
  const lookUp = useCepLookup();
  const { control } = useFormContext<PaymentValues>();
  const isFilled = isAddressOpen(useWatch({ control, name: 'billingAddress' }));
  // Open fields stay while the CEP is corrected.
  const [isOpen, setOpen] = useState(isFilled);
  if (isFilled && !isOpen) setOpen(true);
  return (
    <div className="grid grid-cols-6 gap-x-4 gap-y-5">
      <FormField<PaymentValues>
        path="billingAddress.cep"
        label={paymentLabels['billingAddress.cep']}
        mask={cepMask}
        onTyped={lookUp}
        hint={isOpen ? undefined : 'O resto do endereço vem dele.'}
        inputMode="numeric"
        autoComplete="billing postal-code"
        className="col-span-6 sm:col-span-2"
      />
      {isOpen ? <OtherFields /> : null}
    </div>
  );
}

function OtherFields() {
  return (
    <>
      <FormField<PaymentValues>
        path="billingAddress.rua"
        label={paymentLabels['billingAddress.rua']}
        autoComplete="billing address-line1"
        maxLength={100}
        className="col-span-6 sm:col-span-4"
      />
      <FormField<PaymentValues>
        path="billingAddress.numero"
        label={paymentLabels['billingAddress.numero']}
        mask={addressNumberMask}
        autoComplete="off"
        className="col-span-2"
      />
      <FormField<PaymentValues>
        path="billingAddress.complemento"
        label={paymentLabels['billingAddress.complemento']}
        isOptional
        autoComplete="billing address-line2"
        maxLength={50}
        className="col-span-4"
      />
      <FormField<PaymentValues>
        path="billingAddress.bairro"
        label={paymentLabels['billingAddress.bairro']}
        autoComplete="billing address-level3"
        maxLength={50}
        className="col-span-6 sm:col-span-2"
      />
      <FormField<PaymentValues>
        path="billingAddress.cidade"
        label={paymentLabels['billingAddress.cidade']}
        autoComplete="billing address-level2"
        maxLength={50}
        className="col-span-4 sm:col-span-3"
      />
      <UfField />
    </>
  );
}

function UfField() {
  const { register, formState, getFieldState } = useFormContext<PaymentValues>();
  const path = 'billingAddress.uf';
  const error = getFieldState(path, formState).error?.message;
  return (
    <Field id={fieldId(path)} label={paymentLabels[path]} error={error} className="col-span-2 sm:col-span-1">
      {(aria) => (
        <Select {...register(path)} {...aria} required aria-required autoComplete="billing address-level1">
          <option value=""> </option>
          {ufs.map((uf) => (
            <option key={uf} value={uf}>
              {uf}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
