/** Brazilian phone numbers: DDD and number, 10 or 11 digits, without country code (requirements 000 §5). */
import { type Checked, type FieldShape, onlyDigits, proved, refused } from '../checked.ts';

export function checkPhone(typed: string): Checked<string> {
  const digits = onlyDigits(typed);
  return digits.length === 10 || digits.length === 11 ? proved(digits) : refused('phone.invalid');
}

export const phoneShape: FieldShape = {
  description: 'Telefone com DDD: 10 ou 11 dígitos, sem o código do país.',
  pattern: '^(?:\\D*\\d){10,11}\\D*$',
  example: '(11) 98765-4321',
};
