/**
 * The host of an address, and whether the terms of use (section 4) let it be watched: one rule for the sign-up's first
 * monitor, imports and tables, and for the companion's count.
 *
 * A host is judged as a browser reads it, because what a person sees is not what a program opens: `１２７.０.０.１`,
 * `0x7f.1`, `2130706433` and `127%2e0.0.1` are all 127.0.0.1. Does not own: whether a host answers, and names that lead
 * to an internal address; deploy/tenant-chart/templates/network-policy.yaml stops those.
 */

/** The platform's parser, in every browser, in Node and in the Worker; the rules' library is ECMAScript alone. */
declare const URL: new (address: string) => Record<'hostname' | 'host' | 'href', string>;

/** Top-level names that no public name server knows (RFC 2606, 6761, 6762, 8375, 9476, ICANN's `internal`, Kubernetes). */
const privateNames = new Set([
  'alt',
  'arpa',
  'cluster',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'private',
  'svc',
  'test',
]);

/** Networks that an environment cannot reach (network-policy.yaml), and those for documentation, which nobody has. */
const unreachable = [
  /^(?:0|10|127)\./,
  /^169\.254\./,
  /^192\.168\./,
  /^172\.(?:1[6-9]|2\d|3[01])\./,
  /^100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^192\.0\.[02]\./,
  /^198\.(?:1[89]|51\.100)\./,
  /^203\.0\.113\./,
  /^(?:22[4-9]|2[3-5]\d)\./,
];

/** An address by its first group: global unicast without Teredo, 6to4 and documentation, two of which embed an IPv4. */
const isGlobal = /^\[(?!2002:|2001:(?:0?:|db8:))[23][\da-f]{3}:/;

/**
 * A host as browsers and name look-ups read it: lower case, ASCII, numbers as an IP, an IPv6 address in brackets, without
 * the last dot; `null` for what none of them reads.
 * @param written A host alone, in any script and number form; an IPv6 address also without brackets.
 */
export function canonicalHost(written: string): string | null {
  const text = written.trim();
  const host = /^[\da-f.]*:[\da-f.:]*$/i.test(text) ? `[${text}]` : text;
  const parsed = hostname(`http://${host}/`);
  // Anything else in it, as `user@`, a port or a path, is no host.
  return parsed === null || parsed.href !== `http://${parsed.hostname}/` ? null : withoutDot(parsed.hostname);
}

/**
 * The host that a program opens for an address with or without a scheme, as `canonicalHost` writes it; `null` without one.
 * @param address `https://user:pass@host:1/x`, `mqtt://host`, `host:1`.
 */
export function hostOfAddress(address: string): string | null {
  const text = address.trim();
  // Every scheme is read as `http`: other drivers give the host to a name look-up, which reads numbers as a browser does.
  const rest = text.replace(/^[a-z][a-z\d+.-]*:\/\//i, '');
  const parsed = hostname(`http://${rest}`);
  return parsed === null ? null : withoutDot(parsed.hostname);
}

/**
 * Why a host may not be watched: an IP in its place, `.onion`, or a name that no public name server knows; `null` when it
 * may.
 * @param written As `canonicalHost` takes it. What is no host counts as a name that nobody knows.
 */
export function hostProblem(written: string): 'ip' | 'onion' | 'private' | null {
  const host = canonicalHost(written);
  if (host === null) return 'private';
  if (isIp(host)) return 'ip';
  const labels = host.split('.');
  const top = labels.at(-1) ?? '';
  if (top === 'onion') return 'onion';
  return labels.length < 2 || privateNames.has(top) ? 'private' : null;
}

/**
 * Why we ourselves send nothing to a host, as `hostProblem`, and `ours` for a name of ours: within our own zone a request
 * leaves out the edge, and what it reaches is not for strangers.
 * @param ours Domains of ours, with everything below them.
 */
export function strangerProblem(
  written: string,
  ours: readonly string[],
): ReturnType<typeof hostProblem> | 'ours' {
  const problem = hostProblem(written);
  if (problem !== null) return problem;
  const host = canonicalHost(written) ?? '';
  return ours.some((each) => host === each || host.endsWith(`.${each}`)) ? 'ours' : null;
}

/**
 * True for an IP that the Internet routes, in its usual writing. `010.8.8.8` is 8.8.8.8 for one program and 10.8.8.8 for
 * another, so no other writing will do.
 */
export function isPublicIp(written: string): boolean {
  const host = canonicalHost(written);
  if (host === null || !isIp(host)) return false;
  if (host.startsWith('[')) return isGlobal.test(host);
  return host === written.trim() && !unreachable.some((network) => network.test(host));
}

/** Browsers write every host that ends in a number as an IPv4 address, and refuse it when it is none. */
const isIp = (host: string): boolean => host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host);

const withoutDot = (host: string): string | null => host.replace(/\.$/, '') || null;

function hostname(address: string) {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
