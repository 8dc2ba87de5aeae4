/**
 * Removes numbers that people write into a message by mistake: CPF, CNPJ, card.
 *
 * Owns: recognising such a number in running text. A phone number has as many digits as a CPF; without punctuation only
 * the check digits distinguish them.
 */
import { passesLuhn } from '../card/card.ts';
import { onlyDigits } from '../result.ts';
import { parseCnpj, parseCpf } from '../tax-id/tax-id.ts';

const cnpj =
  /(?<![\dA-Za-z])[\dA-Za-z]{2}[. ]?[\dA-Za-z]{3}[. ]?[\dA-Za-z]{3}[/ ]?[\dA-Za-z]{4}[- ]?\d{2}(?![\dA-Za-z])/g;
const cpf = /(?<![\dA-Za-z])\d{3}[. ]?\d{3}[. ]?\d{3}[-. ]?\d{2}(?![\dA-Za-z])/g;
const card = /(?<![\dA-Za-z])\d(?:[ -]?\d){12,18}(?![\dA-Za-z])/g;

/** With its usual punctuation, a number is hidden even when a digit is wrong. */
const looksLikeCnpj = /^\w{2}\.\w{3}\.\w{3}\/\w{4}-\d{2}$/;
const looksLikeCpf = /^\d{3}\.\d{3}\.\d{3}[-.]?\d{2}$/;

/** Replaces each such number with the name of its kind. */
export function hideNumbers(text: string): string {
  return text
    .replace(cnpj, (found) =>
      looksLikeCnpj.test(found) || parseCnpj(found) !== null ? '[CNPJ oculto]' : found,
    )
    .replace(cpf, (found) => (looksLikeCpf.test(found) || parseCpf(found) !== null ? '[CPF oculto]' : found))
    .replace(card, (found) => (passesLuhn(onlyDigits(found)) ? '[número de cartão oculto]' : found));
}
