/** Invitation tokens: 256 random bits sent by mail. D1 stores only their SHA-256, which does not work as a token. */
import { toHex } from '#functions/platform/sha256.ts';

/** A new token, as 64 hexadecimal digits. */
export const newToken = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));
