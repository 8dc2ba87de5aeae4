/**
 * What rate limits count as one caller.
 *
 * One connection gets a whole /64 of IPv6 (RFC 6177, RFC 7934), so counting single addresses would not limit it. A
 * provider's customer can get up to a /48, and can rent single IPv4 addresses: actions worth that effort are counted by
 * the wider network.
 */

const GROUPS = 8;
/** Groups of 16 bits that identify a connection's network; the caller chooses the rest. */
const NETWORK_GROUPS = 4;
const WIDE_GROUPS = 3;

/** An IPv4 address unchanged (even when written as IPv6), or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  return ipv4Of(address) ?? `${groupsOf(address, NETWORK_GROUPS)}::/64`;
}

/** The /24 of an IPv4 address, the /48 of an IPv6 address. */
export function wideNetworkOf(address: string): string {
  const ipv4 = ipv4Of(address);
  if (ipv4 === null) return `${groupsOf(address, WIDE_GROUPS)}::/48`;
  return `${ipv4.split('.').slice(0, 3).join('.')}.0/24`;
}

/** The IPv4 address, even when written as IPv6. */
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
