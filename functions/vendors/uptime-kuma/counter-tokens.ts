/**
 * The Worker's token for each environment, derived from one secret: one tenant's token opens no other environment.
 *
 * The environment has only the token's SHA-256, which is part of its application; the companion compares it
 * (companion/server.ts).
 */
import { createKeyedHash } from '#functions/platform/keyed-hash.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import type { Cluster, TenantApplication } from '#functions/vendors/cluster.ts';

export interface CounterTokens {
  tokenOf(subdomain: string): Promise<string>;
  /** The token from before, while the secret is being replaced. */
  previousTokenOf: ((subdomain: string) => Promise<string>) | null;
  /** SHA-256 of the token in hexadecimal digits; of both, with a space between them, while the secret is being replaced. */
  digestOf(subdomain: string): Promise<string>;
}

/**
 * @param secret At least 32 characters; see `TENANT_COUNTER_SECRET`. After a change, each token works once its
 *   application was written again.
 * @param previous The secret from before; its tokens work until then.
 */
export function createCounterTokens(secret: string, previous: string | null = null): CounterTokens {
  const textOf = (subdomain: string) => `counter ${subdomain}`;
  const hash = createKeyedHash(secret, previous);
  const hashBefore = previous === null ? null : createKeyedHash(previous);
  return {
    tokenOf: (subdomain) => hash(textOf(subdomain)),
    previousTokenOf: hashBefore && ((subdomain) => hashBefore(textOf(subdomain))),
    digestOf: async (subdomain) =>
      (await Promise.all((await hash.all(textOf(subdomain))).map(sha256))).join(' '),
  };
}

/** Wraps a cluster so that every application it writes contains the hash of its tenant's token. */
export function withCounterTokens<C extends Cluster>(cluster: C, { digestOf }: CounterTokens): C {
  const carrying = async (application: TenantApplication): Promise<TenantApplication> => ({
    ...application,
    counterTokenSha256: await digestOf(application.subdomain),
  });
  return {
    ...cluster,
    ensureApplication: async (application) => cluster.ensureApplication(await carrying(application)),
    removeApplication: async (application) => cluster.removeApplication(await carrying(application)),
  };
}
