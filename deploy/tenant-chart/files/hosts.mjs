/**
 * The host that a program opens for an address with or without a scheme; `null` without one. Lower case, ASCII, numbers
 * as an IP, an IPv6 address in brackets, without the last dot.
 *
 * The rule of src/domain/address/host.ts once more, because the companion runs as it is; tests/support/hosts.ts holds
 * both to one table. Every scheme is read as `http`: browsers read numbers and scripts in it as name look-ups do.
 * @param {unknown} address
 */
export function hostOfAddress(address) {
  const text = String(address ?? '').trim();
  const isBareIpv6 = /^[\da-f.]*:[\da-f]*:[\da-f:.]*$/i.test(text);
  const rest = isBareIpv6 ? `[${text}]` : text.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  return URL.parse(`http://${rest}`)?.hostname.replace(/\.$/, '') || null;
}
