/**
 * Tokens of links: 256 random bits that the reader of a mail or a chat has. D1 stores only their hash, which does not work
 * as a token.
 */
import { toHex } from './sha256.ts';

/** A new token, as 64 hexadecimal digits: as long as a deep link of Telegram allows. */
export const newToken = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));
