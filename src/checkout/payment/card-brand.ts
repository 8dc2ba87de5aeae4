/** Recognises a card's brand by its number: name, grouping and length of the security code. */
import cardValidator from 'card-validator';
import { message } from '#domain/messages/checkout.ts';
import { onlyDigits } from '#domain/result.ts';
import type { PaymentValues } from './payment-values.ts';

export interface CardBrand {
  readonly name: string;
  readonly gaps: readonly number[];
  readonly ccvLength: number;
}

const commonGaps: readonly number[] = [4, 8, 12];
/** The library's gaps end here, but numbers of 17 to 19 digits continue in groups of four. */
const LAST_GAP = 16;

/** The brand once the digits allow only one, else `null`. Distinguishes Elo, Hipercard and Hiper too. */
export function cardBrand(digits: string): CardBrand | null {
  if (digits === '') return null;
  const card = cardValidator.number(digits).card;
  return card === null ? null : { name: card.niceType, gaps: card.gaps, ccvLength: card.code.size };
}

export function cardGaps(digits: string): readonly number[] {
  return [...(cardBrand(digits)?.gaps ?? commonGaps), LAST_GAP];
}

/** Errors that only the brand shows, by field path: the field takes four digits, but most brands have three. */
export function brandSentences({ card }: Pick<PaymentValues, 'card'>): Readonly<Record<string, string>> {
  const brand = cardBrand(onlyDigits(card.number));
  if (brand === null || card.ccv === '' || onlyDigits(card.ccv).length === brand.ccvLength) return {};
  return { 'card.ccv': message('card.ccv-length', { count: brand.ccvLength }) };
}
