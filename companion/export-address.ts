/** What of an address goes out without secrets: scheme, host, port and path, and the names of its parameters. */

/** In the place of what was taken out, so that its owner sees where to fill it in again. */
const REMOVED = 'REMOVIDO';

const PARTS = /^([a-z][a-z\d+.-]*:\/\/)?([^/\\?#]*)([^?#]*)(\?[^#]*)?/is;
/** A host with or without a port; an IPv6 address also without brackets. */
const HOST = /^(?:\[[\w:.%-]*\]|[\da-f]*:[\da-f:.]+|[\p{L}\p{M}\p{N}._%-]*)(?::\d{0,5})?$/iu;

/** `?token=abc&x=1` as `?token=REMOVIDO&x=REMOVIDO`; a value without a name may be a token too. */
function withoutValues(query: string): string {
  const pairs = query.slice(1).split(/[&;]/);
  const named = pairs.map((pair) => (pair.includes('=') ? `${pair.split('=', 1)[0]}=${REMOVED}` : REMOVED));
  return query.length > 1 ? `?${named.join('&')}` : '';
}

/**
 * An address without user, password, values of parameters and fragment; `null` for what is no address, because nothing
 * is known about what its parts mean. A secret in the path cannot be told from a name, and stays.
 * @param address With or without a scheme; several hosts with commas between them.
 */
export function publicAddress(address: unknown): string | null {
  const [, scheme = '', authority = '', path = '', query = ''] =
    PARTS.exec(String(address ?? '').trim()) ?? [];
  const hosts = authority.slice(authority.lastIndexOf('@') + 1);
  const isKnown = hosts.split(',').every((host) => HOST.test(host));
  return isKnown ? `${scheme}${hosts}${path}${withoutValues(query)}` : null;
}
