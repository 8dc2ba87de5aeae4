/**
 * Fills in the address for a complete CEP. Failure is silent, and every field stays editable.
 *
 * When the next CEP is not found, the address of the one before is cleared, or the bill would go to the wrong address
 * unnoticed. TanStack Query would add 10 kB to the payment pages and replace none of this, because the answer goes into
 * the form and is neither cached nor shared.
 */
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { onlyDigits } from '#domain/result.ts';
import { fieldId } from '#form/field-id.ts';
import { type CepAddress, lookUpCep } from './cep.ts';
import type { PaymentValues } from './payment-values.ts';

const names = ['rua', 'bairro', 'cidade', 'uf'] as const;

/** Returns a function for the CEP field to call with its text. */
export function useCepLookup(): (typed: string) => void {
  const { setValue, getValues } = useFormContext<PaymentValues>();
  const lookup = useRef<AbortController | null>(null);
  const filled = useRef<CepAddress | null>(null);
  useEffect(() => () => lookup.current?.abort(), []);

  function takeBack(): void {
    for (const name of names) {
      const path = `billingAddress.${name}` as const;
      if (filled.current !== null && getValues(path) === filled.current[name]) setValue(path, '');
    }
    filled.current = null;
  }

  function fill(address: CepAddress): void {
    takeBack();
    filled.current = address;
    for (const name of names) {
      // The code of a whole town has no street: keep what was typed.
      if (address[name] === '') continue;
      setValue(`billingAddress.${name}`, address[name], {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
    }
    // Move the focus only if it is still in the CEP field.
    const cep = document.getElementById(fieldId('billingAddress.cep'));
    if (document.activeElement !== cep) return;
    document
      .getElementById(fieldId(address.rua === '' ? 'billingAddress.rua' : 'billingAddress.numero'))
      ?.focus();
  }

  return (typed) => {
    lookup.current?.abort();
    const digits = onlyDigits(typed);
    if (digits.length !== 8) return;
    const current = new AbortController();
    lookup.current = current;
    void lookUpCep(digits, current.signal).then((address) => {
      if (current.signal.aborted) return;
      if (address === null) takeBack();
      else fill(address);
    });
  };
}
