/**
 * Subdomains: what a customer may call the environment.
 *
 * Owns: form and reserved names. Does not own: whether somebody else has it (the orders table decides).
 * Source: requirements 000 §5; length by RFC 1035 §2.3.4 (a label has at most 63 octets).
 */
import { type Checked, type FieldShape, proved, refused } from '../checked.ts';

const SUBDOMAIN_LENGTH_MIN = 3;
export const SUBDOMAIN_LENGTH_MAX = 63;

/** Names that the platform uses itself, or that would let a tenant pass for it. */
export const reservedSubdomains: ReadonlySet<string> = new Set([
  ...[
    'www',
    'api',
    'auth',
    'entrar',
    'admin',
    'status',
    'demo',
    'docs',
    'mail',
    'app',
    'stg',
    'staging',
    'dev',
    'test',
  ],
  ...[
    'ftp',
    'smtp',
    'imap',
    'pop',
    'pop3',
    'webmail',
    'mx',
    'ns',
    'ns1',
    'ns2',
    'dns',
    'vpn',
    'cdn',
    'static',
  ],
  ...[
    'assets',
    'img',
    'images',
    'blog',
    'help',
    'ajuda',
    'suporte',
    'support',
    'contato',
    'login',
    'sso',
    'oauth',
  ],
  ...[
    'keycloak',
    'identity',
    'account',
    'accounts',
    'conta',
    'billing',
    'pagamento',
    'checkout',
    'pay',
    'asaas',
  ],
  ...[
    'argocd',
    'grafana',
    'prometheus',
    'metrics',
    'monitor',
    'monitoring',
    'internal',
    'root',
    'system',
    'localhost',
  ],
  ...[
    'vigia',
    'uptime',
    'kuma',
    'security',
    'abuse',
    'postmaster',
    'hostmaster',
    'webmaster',
    'no-reply',
    'autoconfig',
  ],
  ...['autodiscover', 'wpad', 'isatap', 'callback', 'preview', 'beta', 'painel', 'dashboard'],
]);

/** What the field keeps while typing: lower case, only a–z, 0–9 and hyphen. Accents lose their mark first. */
export function normalizeSubdomain(typed: string): string {
  return typed
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z0-9-]/g, '');
}

/** Proves a subdomain; upper case is folded, any other foreign character is refused. */
export function checkSubdomain(typed: string): Checked<string> {
  const name = typed.trim().toLowerCase();
  if (name === '') return refused('subdomain.required');
  if (/[^a-z0-9-]/.test(name)) return refused('subdomain.characters');
  if (name.length < SUBDOMAIN_LENGTH_MIN) return refused('subdomain.too-short');
  if (name.length > SUBDOMAIN_LENGTH_MAX) return refused('subdomain.too-long');
  if (name.startsWith('-') || name.endsWith('-')) return refused('subdomain.edges');
  if (name.includes('--')) return refused('subdomain.hyphens');
  if (reservedSubdomains.has(name)) return refused('subdomain.reserved');
  return proved(name);
}

export const subdomainShape: FieldShape = {
  description: `Subdomínio: ${SUBDOMAIN_LENGTH_MIN} a ${SUBDOMAIN_LENGTH_MAX} letras sem acento, dígitos e hífens; hífen só um de cada vez, entre letras ou dígitos. Alguns nomes são reservados.`,
  pattern: `^\\s*[A-Za-z0-9](?:-?[A-Za-z0-9]){1,${SUBDOMAIN_LENGTH_MAX - 1}}\\s*$`,
  minLength: SUBDOMAIN_LENGTH_MIN,
  example: 'padaria-central',
};
