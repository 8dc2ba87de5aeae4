/**
 * Tokens that name what they are for, `{id}.{code}`: only we can compute the code, so nothing is stored, and a token of one
 * id is worth nothing for another id or purpose.
 */
import { isHashOf, type KeyedHash } from './keyed-hash.ts';

export interface KeyedTokens {
  tokenOf(id: string): Promise<string>;
  /** The id that a token names, also under the key from before; `null` for any other text. Compares in constant time. */
  idOf(token: string): Promise<string | null>;
}

/** @param purpose Part of the code, so that one key serves several kinds of tokens. */
export function createKeyedTokens(hash: KeyedHash, purpose: string): KeyedTokens {
  return {
    tokenOf: async (id) => `${id}.${await hash(`${purpose} ${id}`)}`,
    async idOf(token) {
      // A code has no point, so nothing may follow it.
      const point = token.lastIndexOf('.');
      const [id, code] = [token.slice(0, Math.max(point, 0)), token.slice(point + 1)];
      return (await isHashOf(hash, `${purpose} ${id}`, code)) ? id : null;
    },
  };
}
