/**
 * What counts as one caller where calls are limited.
 *
 * One connection is given a whole /64 of IPv6 (RFC 6177, RFC 7934): counted by single addresses it would have no limit.
 */

const GROUPS = 8;
/** Groups of 16 bits that name the network; the rest the caller chooses. */
const NETWORK_GROUPS = 4;

/** An IPv4 address as it is, also where it is written as IPv6; of an IPv6 address its /64. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address;
  const asIpv4 = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1];
  if (asIpv4 !== undefined) return asIpv4;
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = after === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...(after ?? [])];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(':')}::/64`;
}
