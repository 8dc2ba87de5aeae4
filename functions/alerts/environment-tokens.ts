/**
 * Tokens with which environments report to us: one per order, derived from one secret, so that nothing is stored and one
 * environment cannot speak for another. The companion gets its own with its set-up (set-up.ts).
 */
import { timingSafeEqual } from 'hono/utils/buffer';
import { createKeyedHash } from '#functions/platform/keyed-hash.ts';

export interface EnvironmentTokens {
  tokenOf(orderId: string): Promise<string>;
  /** The order that a bearer token belongs to; `null` for an unknown token. Compares in constant time. */
  orderOf(token: string): Promise<string | null>;
}

/**
 * @param secret At least 32 characters; see `TENANT_COUNTER_SECRET`.
 * @param previous The secret from before: its tokens are accepted too.
 */
export function createEnvironmentTokens(secret: string, previous: string | null = null): EnvironmentTokens {
  const tokensOf = (key: string) => {
    const hash = createKeyedHash(key);
    return async (orderId: string) => `${orderId}.${await hash(`alerts ${orderId}`)}`;
  };
  const tokenOf = tokensOf(secret);
  const accepted = previous === null ? [tokenOf] : [tokenOf, tokensOf(previous)];
  return {
    tokenOf,
    async orderOf(token) {
      const orderId = /^([0-9a-f-]{36})\.[0-9a-f]{64}$/.exec(token)?.[1];
      if (orderId === undefined) return null;
      for (const known of accepted) if (await timingSafeEqual(token, await known(orderId))) return orderId;
      return null;
    },
  };
}
