/** Where the card is typed; until the server has said it, in our form. */
import type { CardEntry } from '#domain/contracts/checkout.ts';
import { useCheckoutOptions } from './use-checkout-options.ts';

export const useCardEntry = (): CardEntry => useCheckoutOptions().cardEntry;
