/** Texts about the current card and the next charge. Pure. */

import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { formatBrand } from '#domain/card/brand.ts';
import { formatPrice } from '#domain/plans/catalog.ts';

/** "Mastercard final 4444". */
export const cardName = ({ brand, lastFour }: NonNullable<AccountResponse['card']>): string =>
  `${formatBrand(brand)} final ${lastFour}`;

/** Amount and day of the next charge; `null` when unknown. */
export function nextCharge({ renewal }: Pick<AccountResponse, 'renewal'>): string | null {
  return renewal === undefined
    ? null
    : `${formatPrice(renewal.amountCentavos)} em ${formatDay(renewal.dueOn)}`;
}

export const lateWords = ({ amountCentavos, dueDate }: Invoice): string =>
  `${formatPrice(amountCentavos)}, que venceu em ${formatDay(dueDate)}`;
