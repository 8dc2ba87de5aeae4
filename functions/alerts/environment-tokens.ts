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

/** @param secret At least 32 characters; see `TENANT_COUNTER_SECRET`. */
export function createEnvironmentTokens(secret: string): EnvironmentTokens {
  const hash = createKeyedHash(secret);
  const tokenOf = async (orderId: string) => `${orderId}.${await hash(`alerts ${orderId}`)}`;
  return {
    tokenOf,
    async orderOf(token) {
      const orderId = /^([0-9a-f-]{36})\.[0-9a-f]{64}$/.exec(token)?.[1];
      if (orderId === undefined) return null;
      return (await timingSafeEqual(token, await tokenOf(orderId))) ? orderId : null;
    },
  };
}
