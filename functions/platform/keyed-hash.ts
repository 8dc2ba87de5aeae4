/**
 * Hashes that recognise a value without storing it.
 *
 * Keyed, because a plain hash of a CPF can be reversed: there are only 10^11 of them. Without the key, which only the
 * Worker has, the database reveals nothing. With a new key, values hashed before are no longer recognised.
 */
import { toHex } from './sha256.ts';

/** Hashes a text to 64 hexadecimal digits. */
export type KeyedHash = (text: string) => Promise<string>;

/**
 * HMAC-SHA256 under this key.
 * @param secret At least 32 characters; see `PARTY_HASH_KEY`.
 */
export function createKeyedHash(secret: string): KeyedHash {
  const encoder = new TextEncoder();
  const key = crypto.subtle.importKey(
    'raw',
    encoder.encode(secret),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign'],
  );
  return async (text) => {
    const signed = await crypto.subtle.sign('HMAC', await key, encoder.encode(text));
    return toHex(new Uint8Array(signed));
  };
}
