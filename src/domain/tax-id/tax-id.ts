/**
 * CPF and CNPJ: parsing, check digits and display.
 *
 * Owns: the form of both numbers; the CNPJ in its old (digits) and new form (letters and digits, issued since July
 * 2026). Does not own: whether the person or company exists. Source: IN RFB nº 2.229/2024 (alphanumeric CNPJ: a
 * character is worth its ASCII code less 48); requirements 000 §5.
 */

import type { CheckoutMessageId } from '../messages/checkout.ts';
import { type FieldShape, invalid, type Result, valid } from '../result.ts';

const punctuation = /[.\-/\s]/g;

/** Modulo-11 digit over the characters' values; weights repeat from the right. */
function checkDigit(characters: string, weightMax: number): number {
  let sum = 0;
  let weight = 2;
  for (let index = characters.length - 1; index >= 0; index -= 1) {
    sum += (characters.charCodeAt(index) - 48) * weight;
    weight = weight === weightMax ? 2 : weight + 1;
  }
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

/** True when the last two digits of `number` are the check digits of the rest. */
function digitsAgree(number: string, weightMax: number): boolean {
  const root = number.slice(0, -2);
  const first = checkDigit(root, weightMax);
  const second = checkDigit(`${root}${first}`, weightMax);
  return number.endsWith(`${first}${second}`);
}

const isRepeated = (number: string): boolean => /^(.)\1*$/.test(number);

/**
 * Parses a CPF as typed; `null` when it is not one. One repeated digit is invalid, although its check digits are right.
 */
export function parseCpf(typed: string): string | null {
  const number = typed.replace(punctuation, '');
  // Weights run 2..11 over at most ten characters, so they never repeat.
  if (!/^\d{11}$/.test(number) || isRepeated(number) || !digitsAgree(number, 11)) return null;
  return number;
}

/**
 * Parses a CNPJ as typed, with or without punctuation, letters in any case. One repeated character is invalid, although
 * its check digits are right.
 */
export function parseCnpj(typed: string): string | null {
  const number = typed.replace(punctuation, '').toUpperCase();
  if (!/^[0-9A-Z]{12}\d{2}$/.test(number) || isRepeated(number) || !digitsAgree(number, 9)) return null;
  return number;
}

/**
 * What the field keeps while the customer types: letters and digits in upper case, at most 14, without a label pasted
 * before the number.
 */
export function normalizeTaxId(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/^\s*(?:CPF|CNPJ)\b[\s:.]*/, '')
    .replace(/[^0-9A-Z]/g, '')
    .slice(0, 14);
}

/** Checks a CPF or CNPJ: up to eleven digits are a CPF; anything longer or with letters is a CNPJ. */
export function checkTaxId(typed: string): Result<string, CheckoutMessageId> {
  const number = typed.replace(punctuation, '');
  if (number === '') return invalid('tax-id.required');
  if (/^\d{1,11}$/.test(number)) {
    const cpf = parseCpf(number);
    return cpf === null ? invalid('cpf.invalid') : valid(cpf);
  }
  const cnpj = parseCnpj(number);
  return cnpj === null ? invalid('cnpj.invalid') : valid(cnpj);
}

export const taxIdShape: FieldShape = {
  description:
    'CPF (11 dígitos) ou CNPJ (14 letras ou dígitos), com ou sem pontuação; os dígitos verificadores precisam conferir.',
  pattern: '^[.\\-/\\s]*(?:[0-9A-Za-z][.\\-/\\s]*){11}(?:(?:[0-9A-Za-z][.\\-/\\s]*){3})?$',
  example: '529.982.247-25',
};

/** `123.456.789-09` or `12.ABC.345/01DE-35`; also formats an incomplete number. */
export function formatTaxId(number: string): string {
  const kept = normalizeTaxId(number);
  if (/^\d{0,11}$/.test(kept)) {
    return kept
      .replace(/^(\d{3})(\d)/, '$1.$2')
      .replace(/^(.{7})(\d)/, '$1.$2')
      .replace(/^(.{11})(\d)/, '$1-$2');
  }
  return kept
    .replace(/^(.{2})(.)/, '$1.$2')
    .replace(/^(.{6})(.)/, '$1.$2')
    .replace(/^(.{10})(.)/, '$1/$2')
    .replace(/^(.{15})(.)/, '$1-$2');
}
