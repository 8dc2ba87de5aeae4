/** Texts about the current card and the next charge. Pure. */

import type { AccountResponse, Invoice } from '#domain/api-schemas/account.ts';
import { formatDay } from '#domain/billing/days.ts';
import { formatBrand } from '#domain/card/brand.ts';
import { formatPrice } from '#domain/plans/catalog.ts';

/** "Mastercard final 4444". */
export const cardName = ({ bandeira, final }: NonNullable<AccountResponse['cartao']>): string =>
  `${formatBrand(bandeira)} final ${final}`;

/** Amount and day of the next charge; `null` when unknown. */
export function nextCharge({ renovacao }: Pick<AccountResponse, 'renovacao'>): string | null {
  return renovacao === undefined
    ? null
    : `${formatPrice(renovacao.valorCentavos)} em ${formatDay(renovacao.em)}`;
}

export const lateWords = ({ valorCentavos, vencimento }: Invoice): string =>
  `${formatPrice(valorCentavos)}, que venceu em ${formatDay(vencimento)}`;
