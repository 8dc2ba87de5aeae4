/**
 * Fills the address from a complete CEP. Failure is silent; whatever was typed by hand meanwhile stays editable.
 *
 * What an earlier CEP filled in goes when the next one is not found: an address beside a CEP that is not its own would be
 * billed without anybody noticing. TanStack Query would bring 10 kB to a page where somebody pays and leave all of this: the
 * answer goes into the form, and is neither kept nor shared.
 */
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { onlyDigits } from '#domain/checked.ts';
import { fieldId } from '#features/form/field-id.ts';
import type { PaymentValues } from '#features/payment/payment-values.ts';
import { type CepAddress, lookUpCep } from './cep.ts';

const names = ['rua', 'bairro', 'cidade', 'uf'] as const;

/** Returns what the CEP field calls while it is typed. */
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
      // A code that covers a whole town names no street: what was typed is better than nothing.
      if (address[name] === '') continue;
      setValue(`billingAddress.${name}`, address[name], {
        shouldDirty: true,
        shouldTouch: true,
        shouldValidate: true,
      });
    }
    // Focus moves on only from the CEP field, never from another one.
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
