/** Tokens of invitations: 256 random bits that leave by mail; D1 keeps their SHA-256, which opens nothing. */

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A new token, as 64 hexadecimal digits. */
export const newToken = (): string => toHex(crypto.getRandomValues(new Uint8Array(32)));

/** What D1 knows a token by. */
export async function hashOf(token: string): Promise<string> {
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))));
}
