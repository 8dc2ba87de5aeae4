/** Brand of a card from its number, without asking: name, grouping and length of the security code. */
import cardValidator from 'card-validator';

export interface CardBrand {
  readonly name: string;
  readonly gaps: readonly number[];
  readonly ccvLength: number;
}

const commonGaps: readonly number[] = [4, 8, 12];
/** Numbers of 17 to 19 digits go on in fours, which the library's gaps leave out. */
const LAST_GAP = 16;

/** The brand as soon as the digits leave only one, else `null`. Elo, Hipercard and Hiper are told apart too. */
export function cardBrand(digits: string): CardBrand | null {
  if (digits === '') return null;
  const card = cardValidator.number(digits).card;
  return card === null ? null : { name: card.niceType, gaps: card.gaps, ccvLength: card.code.size };
}

export function cardGaps(digits: string): readonly number[] {
  return [...(cardBrand(digits)?.gaps ?? commonGaps), LAST_GAP];
}
