/**
 * Billing address: the rules of each field.
 *
 * Owns: what each field of a Brazilian address may contain. Does not own: looking up a CEP. Source: requirements 000
 * §5; city names may contain `-` and `'` (Embu-Guaçu, Santa Bárbara d'Oeste).
 */
import { isWrittenInLetters } from '../card/card.ts';
import type { CheckoutMessageId } from '../messages/checkout.ts';
import { type FieldShape, invalid, onlyDigits, type Result, tidy, tidyPattern, valid } from '../result.ts';

/** The 26 states and the federal district. */
export const ufs = [
  ...(['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA'] as const),
  ...(['PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO'] as const),
] as const;
export type Uf = (typeof ufs)[number];

function checkLength(
  typed: string,
  min: number,
  max: number,
  problem: CheckoutMessageId,
): Result<string, CheckoutMessageId> {
  const text = tidy(typed);
  // Counts characters as people do: an emoji takes two units of a string.
  const length = [...text].length;
  return length < min || length > max ? invalid(problem) : valid(text);
}

export function checkCep(typed: string): Result<string, CheckoutMessageId> {
  const digits = onlyDigits(typed);
  return digits.length === 8 ? valid(digits) : invalid('cep.invalid');
}

export const cepShape: FieldShape = {
  description: 'CEP: oito dígitos, com ou sem hífen.',
  pattern: '^(?:\\D*\\d){8}\\D*$',
  example: '01310-100',
};

export function checkUf(typed: string): Result<Uf, CheckoutMessageId> {
  const uf = ufs.find((known) => known === typed.trim().toUpperCase());
  return uf === undefined ? invalid('uf.invalid') : valid(uf);
}

const ufPattern = (): string =>
  `^\\s*(?:${ufs.map((uf) => uf.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)).join('|')})\\s*$`;

export const ufShape: FieldShape = {
  description: 'Sigla do estado ou do Distrito Federal.',
  pattern: /* @__PURE__ */ ufPattern(),
  example: 'SP',
};

export const checkStreet = (typed: string): Result<string, CheckoutMessageId> =>
  checkLength(typed, 3, 100, 'street.length');

export const streetShape: FieldShape = {
  description: 'Rua, avenida ou praça: 3 a 100 caracteres.',
  pattern: /* @__PURE__ */ tidyPattern(100),
  minLength: 3,
  example: 'Avenida Paulista',
};

/** House number: digits with at most one letter at the end, ten characters in all. */
export function checkAddressNumber(typed: string): Result<string, CheckoutMessageId> {
  const number = typed.trim().toUpperCase();
  if (number === '') return invalid('number.required');
  if (number.length > 10) return invalid('number.too-long');
  return /^\d+[A-Z]?$/.test(number) ? valid(number) : invalid('number.invalid');
}

export const addressNumberShape: FieldShape = {
  description: 'Número: dígitos e, no fim, no máximo uma letra; até 10 caracteres.',
  pattern: '^\\s*(?:\\d{1,10}|\\d{1,9}[A-Za-z])\\s*$',
  example: '1578',
};

export const checkNeighbourhood = (typed: string): Result<string, CheckoutMessageId> =>
  checkLength(typed, 2, 50, 'neighbourhood.length');

export const neighbourhoodShape: FieldShape = {
  description: 'Bairro: 2 a 50 caracteres.',
  pattern: /* @__PURE__ */ tidyPattern(50),
  minLength: 2,
  example: 'Bela Vista',
};

export function checkCity(typed: string): Result<string, CheckoutMessageId> {
  const checked = checkLength(typed, 2, 50, 'city.length');
  if (!checked.ok) return checked;
  return isWrittenInLetters(checked.value) ? checked : invalid('city.letters');
}

export const cityShape: FieldShape = {
  description: 'Cidade: 2 a 50 letras; espaço, hífen e apóstrofo dentro do nome.',
  pattern: /* @__PURE__ */ tidyPattern(50),
  minLength: 2,
  example: 'São Paulo',
};

/** The complement may be empty. */
export const checkComplement = (typed: string): Result<string, CheckoutMessageId> =>
  checkLength(typed, 0, 50, 'complement.too-long');

export const complementShape: FieldShape = {
  description: 'Complemento: até 50 caracteres; pode faltar.',
  pattern: /* @__PURE__ */ tidyPattern(50, 0),
  example: 'Sala 12',
};
