/** Invitation tokens: 256 random bits sent by mail. D1 stores only their SHA-256, which does not work as a token. */

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new token, as 64 hexadecimal digits. */
export const newToken = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

/** The hash under which D1 stores a token. */
export async function hashOf(token: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}
