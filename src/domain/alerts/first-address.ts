/**
 * The address that is watched first: what may be watched (terms of use, section 4), and a suggestion.
 *
 * Owns: the rules for one typed address. Does not own: whether the address answers.
 */
import { hostProblem } from '../address/host.ts';
import type { AlertsMessageId } from '../messages/alerts.ts';
import { invalid, type Result, valid } from '../result.ts';

const LENGTH_MAX = 2000;

/** Providers at which anybody has a mailbox: their address is not the customer's site. */
const publicMailProviders = new Set([
  'aol.com',
  'bol.com.br',
  'fastmail.com',
  'globo.com',
  'globomail.com',
  'gmail.com',
  'googlemail.com',
  'gmx.com',
  'hotmail.com',
  'hotmail.com.br',
  'icloud.com',
  'ig.com.br',
  'live.com',
  'mac.com',
  'mail.com',
  'me.com',
  'msn.com',
  'oi.com.br',
  'outlook.com',
  'outlook.com.br',
  'pm.me',
  'proton.me',
  'protonmail.com',
  'r7.com',
  'terra.com.br',
  'tutanota.com',
  'uol.com.br',
  'yahoo.com',
  'yahoo.com.br',
  'yandex.com',
  'ymail.com',
  'zipmail.com.br',
  'zoho.com',
]);

/** Scheme, user, host, port, and the rest. */
const SHAPE =
  /^(?:([a-z][a-z\d+.-]*):\/\/)?([^/?#@]*@)?([^/?#@:]+|\[[^\]]*\])(:\d{1,5})?([/?][^#]*)?(?:#.*)?$/i;

/** The address as the monitor gets it: with its scheme, which is `https` when none was typed. */
export function checkFirstAddress(typed: string): Result<string, AlertsMessageId> {
  const text = typed.trim();
  const parts = /[\s<>"\\]/.test(text) || text.length > LENGTH_MAX ? null : SHAPE.exec(text);
  if (parts === null) return invalid('first-monitor.address');
  const [, scheme = 'https', user, written = '', port = '', rest = ''] = parts;
  if (!/^https?$/i.test(scheme)) return invalid('first-monitor.scheme');
  if (user !== undefined) return invalid('first-monitor.secret');
  const host = written.replace(/\.$/, '').toLowerCase();
  const problem = hostProblem(host);
  if (problem === 'ip') return invalid('first-monitor.ip');
  if (!host.split('.').every((label) => /^[\p{L}\p{N}](?:[\p{L}\p{N}-]*[\p{L}\p{N}])?$/u.test(label)))
    return invalid('first-monitor.address');
  if (problem !== null) return invalid(problem === 'onion' ? 'first-monitor.onion' : 'first-monitor.private');
  return valid(`${scheme.toLowerCase()}://${host}${port}${rest === '/' ? '' : rest}`);
}

/** A site to watch first, from the account's address; `null` for a mailbox at a public provider. */
export function suggestedAddress(email: string | null): string | null {
  const domain = email?.split('@').at(-1)?.trim().toLowerCase() ?? '';
  if (publicMailProviders.has(domain)) return null;
  const checked = checkFirstAddress(domain);
  return checked.ok ? domain : null;
}
