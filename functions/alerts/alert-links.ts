/**
 * Links in a message with which its reader stops further ones, without an account. The code is valid for one recipient
 * and nothing else, and only we can compute it.
 */
import type { KeyedHash } from '#functions/platform/keyed-hash.ts';

export interface AlertLinks {
  tokenOf(recipientId: string): Promise<string>;
  /** The recipient that a token belongs to; `null` for any other text. */
  recipientOf(token: string): Promise<string | null>;
}

export function createAlertLinks(hash: KeyedHash): AlertLinks {
  const codeOf = (recipientId: string) => hash(`alert-recipient ${recipientId}`);
  return {
    tokenOf: async (recipientId) => `${recipientId}.${await codeOf(recipientId)}`,
    async recipientOf(token) {
      const [recipientId = '', code = ''] = token.split('.');
      // Hash both sides again, so that the time of the comparison reveals nothing about the code.
      const [own, given] = await Promise.all([codeOf(recipientId).then(hash), hash(code)]);
      return own === given ? recipientId : null;
    },
  };
}
