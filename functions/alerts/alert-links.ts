/**
 * Links in a message with which its reader stops further ones, without an account. The code is valid for one recipient
 * and nothing else, and only we can compute it.
 */
import { isHashOf, type KeyedHash } from '#functions/platform/keyed-hash.ts';

export interface AlertLinks {
  tokenOf(recipientId: string): Promise<string>;
  /** The recipient that a token belongs to; `null` for any other text. */
  recipientOf(token: string): Promise<string | null>;
}

export function createAlertLinks(hash: KeyedHash): AlertLinks {
  const textOf = (recipientId: string) => `alert-recipient ${recipientId}`;
  return {
    tokenOf: async (recipientId) => `${recipientId}.${await hash(textOf(recipientId))}`,
    async recipientOf(token) {
      const [recipientId = '', code = ''] = token.split('.');
      return (await isHashOf(hash, textOf(recipientId), code)) ? recipientId : null;
    },
  };
}
