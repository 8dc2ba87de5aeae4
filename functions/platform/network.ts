/**
 * What counts as one caller where calls are limited.
 *
 * One connection is given a whole /64 of IPv6 (RFC 6177, RFC 7934): counted by single addresses it would have no limit.
 * A customer of a provider may be given up to a /48, and rents single IPv4 addresses by the handful: what is worth that
 * effort is counted by the wider network.
 */

const GROUPS = 8;
/** Groups of 16 bits that name a connection's network; the rest the caller chooses. */
const NETWORK_GROUPS = 4;
const WIDE_GROUPS = 3;

/** An IPv4 address as it is, also where it is written as IPv6; of an IPv6 address its /64. */
export function networkOf(address: string): string {
  return ipv4Of(address) ?? `${groupsOf(address, NETWORK_GROUPS)}::/64`;
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address. */
export function wideNetworkOf(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 === null) return `${groupsOf(address, WIDE_GROUPS)}::/48`;
  return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
}

/** An IPv4 address, also where it is written as IPv6. */
function ipv4Of(address: string): string | null {
  if (!address.includes(':')) return address;
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(address)?.[1] ?? null;
}

/** The first groups of an IPv6 address, written in full. */
function groupsOf(address: string, count: number): string {
  const [before = [], after] = address.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = after === undefined ? 0 : Math.max(0, GROUPS - before.length - after.length);
  const groups = [...before, ...Array<string>(zeros).fill('0'), ...(after ?? [])];
  const network = groups.slice(0, count).map((group) => Number.parseInt(group, 16).toString(16));
  return network.join(':');
}
