/**
 * Card fields: number, holder, expiry, CVV.
 *
 * Owns: the shape a card must have before it is sent. Does not own: brands (the form uses a library) or the issuer's
 * approval. Source: requirements 000 §5; ISO/IEC 7812-1 (Luhn, up to 19 digits).
 */

import type { CheckoutMessageId } from '../messages/checkout.ts';
import { type FieldShape, invalid, onlyDigits, type Result, tidy, tidyPattern, valid } from '../result.ts';

/** Letters with accents, spaces, and `-`, `'`, `’` inside a word, as real names have them. */
const lettersOnly = /^\p{L}+(?:[ '’-]\p{L}+)*$/u;

export const isWrittenInLetters = (text: string): boolean => lettersOnly.test(text.normalize('NFC'));

/** Luhn check over digits; every second digit from the right counts double. */
export function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charCodeAt(digits.length - 1 - index) - 48;
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Checks a card number typed with or without spaces: 13 to 19 digits that pass Luhn. */
export function checkCardNumber(typed: string): Result<string, CheckoutMessageId> {
  const digits = onlyDigits(typed);
  if (digits === '') return invalid('card.number-required');
  if (digits.length < 13 || digits.length > 19) return invalid('card.number-length');
  return passesLuhn(digits) ? valid(digits) : invalid('card.number-invalid');
}

export const cardNumberShape: FieldShape = {
  description: 'Número do cartão: 13 a 19 dígitos, com o dígito de Luhn.',
  pattern: '^(?:\\D*\\d){13,19}\\D*$',
  example: '4111 1111 1111 1111',
};

/**
 * Checks the holder's name: 3 to 50 characters, at least two words, letters only. Drops the dot of "JR.", as cards do.
 */
export function checkHolderName(typed: string): Result<string, CheckoutMessageId> {
  const name = tidy(typed).replace(/(?<=\p{L})\.(?= |$)/gu, '');
  if (name === '') return invalid('holder.required');
  if (name.length < 3 || name.length > 50) return invalid('holder.length');
  if (!name.includes(' ')) return invalid('holder.words');
  return isWrittenInLetters(name) ? valid(name) : invalid('holder.letters');
}

export const holderNameShape: FieldShape = {
  description: 'Nome como está no cartão: duas palavras ou mais, só letras, 3 a 50 caracteres.',
  pattern: /* @__PURE__ */ tidyPattern(50),
  minLength: 3,
  example: 'Maria da Silva',
};

export function checkCcv(typed: string): Result<string, CheckoutMessageId> {
  const digits = typed.trim();
  return /^\d{3,4}$/.test(digits) ? valid(digits) : invalid('card.ccv');
}

export const ccvShape: FieldShape = {
  description: 'Código de segurança: 3 ou 4 dígitos.',
  pattern: '^\\s*\\d{3,4}\\s*$',
  example: '123',
};

export interface CardExpiry {
  /** `MM`. */
  readonly month: string;
  /** `YYYY`. */
  readonly year: string;
}

const EXPIRY_MONTH = '^(0[1-9]|1[0-2])$';
const EXPIRY_YEAR = '^20\\d{2}$';

export const expiryMonthShape: FieldShape = {
  description: 'Mês da validade, com dois dígitos. O cartão vale até o fim dele.',
  pattern: EXPIRY_MONTH,
  example: '08',
};
export const expiryYearShape: FieldShape = {
  description: 'Ano da validade, com quatro dígitos.',
  pattern: EXPIRY_YEAR,
  example: '2031',
};

/**
 * True while a card can be charged: until the end of its month.
 *
 * @param today `YYYY-MM-DD` in America/Sao_Paulo.
 */
export function isExpiryValid(expiry: CardExpiry, today: string): boolean {
  if (!new RegExp(EXPIRY_MONTH).test(expiry.month) || !new RegExp(EXPIRY_YEAR).test(expiry.year))
    return false;
  return `${expiry.year}-${expiry.month}` >= today.slice(0, 7);
}

/** Checks an expiry typed as `MM/AA`. */
export function checkExpiry(typed: string, today: string): Result<CardExpiry, CheckoutMessageId> {
  const parts = /^(\d{2})\s*\/?\s*(\d{2})$/.exec(typed.trim());
  if (!parts) return invalid('card.expiry');
  const expiry = { month: parts[1] ?? '', year: `20${parts[2] ?? ''}` };
  return isExpiryValid(expiry, today) ? valid(expiry) : invalid('card.expiry');
}
