/** Domains of ours, by which a stranger's address that leads back to us is refused. */
import { getDomain } from 'tldts';

/** @param addresses Addresses of ours. @returns Their registrable domains. */
export const zonesOf = (addresses: readonly string[]): readonly string[] => [
  ...new Set(
    addresses.map((address) => {
      const { hostname } = new URL(address);
      return getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
    }),
  ),
];
