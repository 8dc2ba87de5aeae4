/** Reads the checkout options. Until then, and after a failure: our own card form and no challenge. */
import { CheckoutOptions, checkoutEndpoint } from '#domain/api-schemas/checkout.ts';
import { ask } from '#lib/api.ts';
import { useRead } from '#lib/use-read.ts';

const usual: CheckoutOptions = { cardEntry: 'form', challenge: false };

/** If the options differ after a failure, the server refuses the submission and says why. */
const readOptions = (signal: AbortSignal): Promise<CheckoutOptions> =>
  ask(checkoutEndpoint, CheckoutOptions, { isProtected: false, signal }).catch(() => usual);

export const useCheckoutOptions = (): CheckoutOptions => useRead('options', readOptions).data ?? usual;
