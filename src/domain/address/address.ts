/**
 * Billing address: the rules of each field.
 *
 * Owns: what each field of a Brazilian address may hold. Does not own: looking a CEP up.
 * Source: requirements 000 §5; city names may carry `-` and `'` (Embu-Guaçu, Santa Bárbara d'Oeste).
 */
import { isWrittenInLetters } from '../card/card.ts';
import { type Checked, onlyDigits, proved, refused, tidy } from '../checked.ts';
import type { MessageId } from '../messages.ts';

/** The 26 states and the federal district. */
export const ufs = [
  ...(['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA'] as const),
  ...(['PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO'] as const),
] as const;
export type Uf = (typeof ufs)[number];

function checkLength(typed: string, min: number, max: number, problem: MessageId): Checked<string> {
  const text = tidy(typed);
  return text.length < min || text.length > max ? refused(problem) : proved(text);
}

export function checkCep(typed: string): Checked<string> {
  const digits = onlyDigits(typed);
  return digits.length === 8 ? proved(digits) : refused('cep.invalid');
}

export function checkUf(typed: string): Checked<Uf> {
  const uf = ufs.find((known) => known === typed.trim().toUpperCase());
  return uf === undefined ? refused('uf.invalid') : proved(uf);
}

export const checkStreet = (typed: string): Checked<string> => checkLength(typed, 3, 100, 'street.length');

/** House number: digits with at most one letter at the end, ten characters in all. */
export function checkAddressNumber(typed: string): Checked<string> {
  const number = typed.trim().toUpperCase();
  if (number === '') return refused('number.required');
  if (number.length > 10) return refused('number.too-long');
  return /^\d+[A-Z]?$/.test(number) ? proved(number) : refused('number.invalid');
}

export const checkNeighbourhood = (typed: string): Checked<string> =>
  checkLength(typed, 2, 50, 'neighbourhood.length');

export function checkCity(typed: string): Checked<string> {
  const checked = checkLength(typed, 2, 50, 'city.length');
  if (!checked.ok) return checked;
  return isWrittenInLetters(checked.value) ? checked : refused('city.letters');
}

/** Complement may be empty. */
export const checkComplement = (typed: string): Checked<string> =>
  checkLength(typed, 0, 50, 'complement.too-long');
