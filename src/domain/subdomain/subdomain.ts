/**
 * Subdomains: which names an environment may have.
 *
 * Owns: form. Does not own: which names are reserved (tenant/reserved-names.ts) or taken (the orders table). Source:
 * requirements 000 §5; length by RFC 1035 §2.3.4 (a label has at most 63 octets).
 */
import { type Checked, type FieldShape, proved, refused } from '../checked.ts';
import type { MessageId } from '../messages.ts';
import { holdsBrand, isReservedName } from '../tenant/reserved-names.ts';

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
export function checkSubdomain(typed: string): Checked<string> {
  const name = typed.trim().toLowerCase();
  if (name === '') return refused('subdomain.required');
  if (/[^a-z0-9-]/.test(name)) return refused('subdomain.characters');
  if (name.length < SUBDOMAIN_LENGTH_MIN) return refused('subdomain.too-short');
  if (name.length > SUBDOMAIN_LENGTH_MAX) return refused('subdomain.too-long');
  if (name.startsWith('-') || name.endsWith('-')) return refused('subdomain.edges');
  if (name.includes('--')) return refused('subdomain.hyphens');
  if (holdsBrand(name)) return refused('subdomain.brand');
  if (isReservedName(name)) return refused('subdomain.reserved');
  return proved(name);
}

/** True when a refused name has the right form, so that similar free names can be suggested. */
export const isOnlyReserved = (problem: MessageId): boolean =>
  problem === 'subdomain.reserved' || problem === 'subdomain.brand';

export const subdomainShape: FieldShape = {
  description: `Subdomínio: ${SUBDOMAIN_LENGTH_MIN} a ${SUBDOMAIN_LENGTH_MAX} letras sem acento, dígitos e hífens; hífen só um de cada vez, entre letras ou dígitos. Alguns nomes são reservados, e nenhum contém a marca do serviço.`,
  pattern: `^\\s*[A-Za-z0-9](?:-?[A-Za-z0-9]){1,${SUBDOMAIN_LENGTH_MAX - 1}}\\s*$`,
  minLength: SUBDOMAIN_LENGTH_MIN,
  example: 'padaria-central',
};
