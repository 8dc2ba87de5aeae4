/** Asks what the form has to ask for; until the answer comes, and without one, our own card form and no challenge. */
import { useEffect, useState } from 'react';
import type { CheckoutOptions } from '#domain/contracts/checkout.ts';
import { getCheckoutOptions } from '#lib/api.ts';

export function useCheckoutOptions(): CheckoutOptions {
  const [options, setOptions] = useState<CheckoutOptions>({ cardEntry: 'form', challenge: false });
  useEffect(() => {
    const question = new AbortController();
    getCheckoutOptions(question.signal).then(
      setOptions,
      // The server says so, should it expect something else.
      () => undefined,
    );
    return () => question.abort();
  }, []);
  return options;
}
