/**
 * Subdomains: which names an environment may have.
 *
 * Owns: form. Does not own: which names are reserved (tenants/reserved-names.ts) or taken (the orders table). Source:
 * requirements 000 §5; length by RFC 1035 §2.3.4 (a label has at most 63 octets).
 */

import type { CheckoutMessageId } from '../messages/checkout.ts';
import { type FieldShape, invalid, type Result, valid } from '../result.ts';
import { holdsBrand, isReservedName } from '../tenants/reserved-names.ts';

const SUBDOMAIN_LENGTH_MIN = 3;
export const SUBDOMAIN_LENGTH_MAX = 63;

/** What the field keeps while the customer types: lower case, a–z, 0–9 and hyphen; accented letters lose the accent. */
export function normalizeSubdomain(typed: string): string {
  return typed
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '');
}

/** Checks a subdomain; upper case is folded, any other invalid character is refused. */
export function checkSubdomain(typed: string): Result<string, CheckoutMessageId> {
  const name = typed.trim().toLowerCase();
  if (name === '') return invalid('subdomain.required');
  if (/[^a-z0-9-]/.test(name)) return invalid('subdomain.characters');
  if (name.length < SUBDOMAIN_LENGTH_MIN) return invalid('subdomain.too-short');
  if (name.length > SUBDOMAIN_LENGTH_MAX) return invalid('subdomain.too-long');
  if (name.startsWith('-') || name.endsWith('-')) return invalid('subdomain.edges');
  if (name.includes('--')) return invalid('subdomain.hyphens');
  if (holdsBrand(name)) return invalid('subdomain.brand');
  if (isReservedName(name)) return invalid('subdomain.reserved');
  return valid(name);
}

/** True when a refused name has the right form, so that similar free names can be suggested. */
export const isOnlyReserved = (problem: CheckoutMessageId): boolean =>
  problem === 'subdomain.reserved' || problem === 'subdomain.brand';

export const subdomainShape: FieldShape = {
  description: `Subdomínio: ${SUBDOMAIN_LENGTH_MIN} a ${SUBDOMAIN_LENGTH_MAX} letras sem acento, dígitos e hífens; hífen só um de cada vez, entre letras ou dígitos. Alguns nomes são reservados, e nenhum contém a marca do serviço.`,
  pattern: `^\\s*[A-Za-z0-9](?:-?[A-Za-z0-9]){1,${SUBDOMAIN_LENGTH_MAX - 1}}\\s*$`,
  minLength: SUBDOMAIN_LENGTH_MIN,
  example: 'padaria-central',
};
