/**
 * Billing address: the rules of each field.
 *
 * Owns: what each field of a Brazilian address may contain. Does not own: looking up a CEP. Source: requirements 000
 * §5; city names may contain `-` and `'` (Embu-Guaçu, Santa Bárbara d'Oeste).
 */
import { isWrittenInLetters } from '../card/card.ts';
import { type Checked, type FieldShape, onlyDigits, proved, refused, tidy, tidyPattern } from '../checked.ts';
import type { MessageId } from '../messages.ts';

/** The 26 states and the federal district. */
export const ufs = [
  ...(['AC', 'AL', 'AP', 'AM', 'BA', 'CE', 'DF', 'ES', 'GO', 'MA', 'MT', 'MS', 'MG', 'PA'] as const),
  ...(['PB', 'PR', 'PE', 'PI', 'RJ', 'RN', 'RS', 'RO', 'RR', 'SC', 'SP', 'SE', 'TO'] as const),
] as const;
export type Uf = (typeof ufs)[number];

function checkLength(typed: string, min: number, max: number, problem: MessageId): Checked<string> {
  const text = tidy(typed);
  // Counts characters as people do: an emoji takes two units of a string.
  const length = [...text].length;
  return length < min || length > max ? refused(problem) : proved(text);
}

export function checkCep(typed: string): Checked<string> {
  const digits = onlyDigits(typed);
  return digits.length === 8 ? proved(digits) : refused('cep.invalid');
}

export const cepShape: FieldShape = {
  description: 'CEP: oito dígitos, com ou sem hífen.',
  pattern: '^(?:\\D*\\d){8}\\D*$',
  example: '01310-100',
};

export function checkUf(typed: string): Checked<Uf> {
  const uf = ufs.find((known) => known === typed.trim().toUpperCase());
  return uf === undefined ? refused('uf.invalid') : proved(uf);
}

const ufPattern = (): string =>
  `^\\s*(?:${ufs.map((uf) => uf.replace(/[A-Z]/g, (letter) => `[${letter}${letter.toLowerCase()}]`)).join('|')})\\s*$`;

export const ufShape: FieldShape = {
  description: 'Sigla do estado ou do Distrito Federal.',
  pattern: /* @__PURE__ */ ufPattern(),
  example: 'SP',
};

export const checkStreet = (typed: string): Checked<string> => checkLength(typed, 3, 100, 'street.length');

export const streetShape: FieldShape = {
  description: 'Rua, avenida ou praça: 3 a 100 caracteres.',
  pattern: /* @__PURE__ */ tidyPattern(100),
  minLength: 3,
  example: 'Avenida Paulista',
};

/** House number: digits with at most one letter at the end, ten characters in all. */
export function checkAddressNumber(typed: string): Checked<string> {
  const number = typed.trim().toUpperCase();
  if (number === '') return refused('number.required');
  if (number.length > 10) return refused('number.too-long');
  return /^\d+[A-Z]?$/.test(number) ? proved(number) : refused('number.invalid');
}

export const addressNumberShape: FieldShape = {
  description: 'Número: dígitos e, no fim, no máximo uma letra; até 10 caracteres.',
  pattern: '^\\s*(?:\\d{1,10}|\\d{1,9}[A-Za-z])\\s*$',
  example: '1578',
};

export const checkNeighbourhood = (typed: string): Checked<string> =>
  checkLength(typed, 2, 50, 'neighbourhood.length');

export const neighbourhoodShape: FieldShape = {
  description: 'Bairro: 2 a 50 caracteres.',
  pattern: /* @__PURE__ */ tidyPattern(50),
  minLength: 2,
  example: 'Bela Vista',
};

export function checkCity(typed: string): Checked<string> {
  const checked = checkLength(typed, 2, 50, 'city.length');
  if (!checked.ok) return checked;
  return isWrittenInLetters(checked.value) ? checked : refused('city.letters');
}

export const cityShape: FieldShape = {
  description: 'Cidade: 2 a 50 letras; espaço, hífen e apóstrofo dentro do nome.',
  pattern: /* @__PURE__ */ tidyPattern(50),
  minLength: 2,
  example: 'São Paulo',
};

/** The complement may be empty. */
export const checkComplement = (typed: string): Checked<string> =>
  checkLength(typed, 0, 50, 'complement.too-long');

export const complementShape: FieldShape = {
  description: 'Complemento: até 50 caracteres; pode faltar.',
  pattern: /* @__PURE__ */ tidyPattern(50, 0),
  example: 'Sala 12',
};
