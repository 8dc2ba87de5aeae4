/**
 * A message without the numbers that people write into it by mistake: CPF, CNPJ, card.
 *
 * Owns: how such a number is known in a running text. A phone number has as many digits as a CPF: without punctuation
 * only the check digits tell them apart.
 */
import { passesLuhn } from '../card/card.ts';
import { onlyDigits } from '../checked.ts';
import { parseCnpj, parseCpf } from '../tax-id/tax-id.ts';

const cnpj =
  /(?<![\dA-Za-z])[\dA-Za-z]{2}[. ]?[\dA-Za-z]{3}[. ]?[\dA-Za-z]{3}[/ ]?[\dA-Za-z]{4}[- ]?\d{2}(?![\dA-Za-z])/g;
const cpf = /(?<![\dA-Za-z])\d{3}[. ]?\d{3}[. ]?\d{3}[-. ]?\d{2}(?![\dA-Za-z])/g;
const card = /(?<![\dA-Za-z])\d(?:[ -]?\d){12,18}(?![\dA-Za-z])/g;

/** Written as on paper, a number is hidden even with a digit mistaken. */
const looksLikeCnpj = /^\w{2}\.\w{3}\.\w{3}\/\w{4}-\d{2}$/;
const looksLikeCpf = /^\d{3}\.\d{3}\.\d{3}[-.]?\d{2}$/;

/** The text with each such number replaced by what it was. */
export function hideNumbers(text: string): string {
  return text
    .replace(cnpj, (found) =>
      looksLikeCnpj.test(found) || parseCnpj(found) !== null ? '[CNPJ oculto]' : found,
    )
    .replace(cpf, (found) => (looksLikeCpf.test(found) || parseCpf(found) !== null ? '[CPF oculto]' : found))
    .replace(card, (found) => (passesLuhn(onlyDigits(found)) ? '[número de cartão oculto]' : found));
}
