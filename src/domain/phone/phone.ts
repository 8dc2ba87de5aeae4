/** Brazilian phone numbers: DDD and number, 10 or 11 digits, without country code (requirements 000 §5). */

import type { CheckoutMessageId } from '../messages/checkout.ts';
import { type FieldShape, invalid, onlyDigits, type Result, valid } from '../result.ts';

/**
 * Area code and number, without the country code 55 and the long-distance zero. No area code begins with a zero
 * (Anatel, resolução 749/2022).
 */
export function phoneDigits(typed: string): string {
  const digits = onlyDigits(typed);
  const national = digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
  return national.replace(/^0/, '');
}

export function checkPhone(typed: string): Result<string, CheckoutMessageId> {
  const digits = phoneDigits(typed);
  return /^[1-9]{2}\d{8,9}$/.test(digits) ? valid(digits) : invalid('phone.invalid');
}

export const phoneShape: FieldShape = {
  description: 'Telefone com DDD: 10 ou 11 dígitos. O código do país (55) e o zero antes do DDD são tirados.',
  pattern: '^(?:\\D*\\d){10,14}\\D*$',
  example: '(11) 98765-4321',
};
