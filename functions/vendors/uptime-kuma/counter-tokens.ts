/**
 * The Worker's token for each environment, derived from one secret: one tenant's token opens no other environment.
 *
 * The environment has only the token's SHA-256, which is part of its application; the companion compares it
 * (deploy/tenant-chart/files/companion.mjs).
 */
import { createKeyedHash } from '#functions/platform/keyed-hash.ts';
import { sha256 } from '#functions/platform/sha256.ts';
import type { Cluster, TenantApplication } from '#functions/vendors/cluster.ts';

export interface CounterTokens {
  tokenOf(subdomain: string): Promise<string>;
  /** SHA-256 of the token in hexadecimal digits. */
  digestOf(subdomain: string): Promise<string>;
}

/**
 * @param secret At least 32 characters; see `TENANT_COUNTER_SECRET`. After a change, each token works once its
 *   application was written again.
 */
export function createCounterTokens(secret: string): CounterTokens {
  const hash = createKeyedHash(secret);
  const tokenOf = (subdomain: string) => hash(`counter ${subdomain}`);
  return {
    tokenOf,
    digestOf: async (subdomain) => sha256(await tokenOf(subdomain)),
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
