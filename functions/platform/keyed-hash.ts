/**
 * Hashes that recognise a value without keeping it.
 *
 * Keyed, because a plain hash of a CPF is no secret: there are 10^11 of them, and a computer tries all in minutes. Whoever
 * reads the database learns nothing without the key, which only the Worker has. A new key forgets everything that was
 * hashed with the old one: nothing is recognised any more.
 */

/** Makes the hash of a text, as 64 hexadecimal digits. */
export type KeyedHash = (text: string) => Promise<string>;

/** HMAC-SHA256 under this key. @param secret At least 32 characters; see `PARTY_HASH_KEY`. */
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
    const signed = new Uint8Array(await crypto.subtle.sign('HMAC', await key, encoder.encode(text)));
    return Array.from(signed, (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
