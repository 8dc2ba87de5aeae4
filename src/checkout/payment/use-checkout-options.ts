/** Reads the checkout options. Until then, and after a failure: our own card form and no challenge. */
import { useEffect, useState } from 'react';
import { CheckoutOptions, checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { ask } from '#lib/api.ts';

export function useCheckoutOptions(): CheckoutOptions {
  const [options, setOptions] = useState<CheckoutOptions>({ cardEntry: 'form', challenge: false });
  useEffect(() => {
    const question = new AbortController();
    ask(checkoutEndpoint, CheckoutOptions, { isProtected: false, signal: question.signal }).then(
      setOptions,
      // If the options differ, the server refuses the submission and says why.
      () => undefined,
    );
    return () => question.abort();
  }, []);
  return options;
}
