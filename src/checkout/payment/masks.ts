/** Masks of the payment fields: CEP, card, expiry, phone, CPF/CNPJ, house number. Pure. */

import { phoneDigits } from '#domain/phone/phone.ts';
import { onlyDigits } from '#domain/result.ts';
import { formatTaxId } from '#domain/tax-id/tax-id.ts';
import type { Mask } from '#form/mask.ts';

const isDigit = (character: string): boolean => character >= '0' && character <= '9';

/** Groups digits; `gaps` are the positions that get a space before them. */
function groupDigits(digits: string, gaps: readonly number[]): string {
  return [...digits].map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit)).join('');
}

export const cepMask: Mask = {
  format: (typed) =>
    onlyDigits(typed)
      .slice(0, 8)
      .replace(/^(\d{5})(\d)/, '$1-$2'),
  isTyped: isDigit,
};

/** @param gapsOf Gaps by brand: 4 8 12 for most, 4 10 for American Express. */
export function cardNumberMask(gapsOf: (digits: string) => readonly number[]): Mask {
  return {
    format: (typed) => {
      const digits = onlyDigits(typed).slice(0, 19);
      return groupDigits(digits, gapsOf(digits));
    },
    isTyped: isDigit,
  };
}

export const expiryMask: Mask = {
  format: (typed) => {
    // Browsers also fill in "12/2028" or "1/28", and people may type a four-digit year.
    const digits = onlyDigits(typed.replace(/^\s*(\d)\s*\//, '0$1/'));
    const isLongYear = /^\d\d20\d/.test(digits);
    return digits
      .slice(0, isLongYear ? 6 : 4)
      .replace(/^(\d\d)20(\d\d)$/, '$1$2')
      .replace(/^(\d\d)(\d)/, '$1/$2');
  },
  isTyped: isDigit,
};

/** Four digits for every card (requirements 000 §5). */
export const ccvMask: Mask = { format: (typed) => onlyDigits(typed).slice(0, 4), isTyped: isDigit };

export const phoneMask: Mask = {
  format: (typed) => {
    const all = phoneDigits(typed);
    // One extra digit is ignored; a longer text was pasted and is shown as it is.
    if (all.length > 12) return all;
    const digits = all.slice(0, 11);
    const grouped = digits.replace(/^(\d{2})(\d)/, '($1) $2');
    return digits.length > 10
      ? grouped.replace(/(\d{5})(\d{1,4})$/, '$1-$2')
      : grouped.replace(/^(\(\d{2}\) \d{4})(\d)/, '$1-$2');
  },
  isTyped: isDigit,
};

export const taxIdMask: Mask = {
  format: formatTaxId,
  isTyped: (character) => /[0-9A-Za-z]/.test(character),
};

/** House numbers: ten characters, letters in capitals. */
export const addressNumberMask: Mask = {
  format: (typed) =>
    typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .slice(0, 10),
  isTyped: (character) => /[0-9A-Za-z]/.test(character),
};
