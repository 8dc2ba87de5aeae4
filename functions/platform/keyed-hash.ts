/**
 * Hashes that recognise a value without storing it.
 *
 * Keyed, because a plain hash of a CPF can be reversed: there are only 10^11 of them. Without the key, which only the
 * Worker has, the database reveals nothing. A hash cannot be made again without its value, so a new key is used beside
 * the previous one for as long as old hashes have to be recognised (docs/worst-day.md).
 */
import { toHex } from './sha256.ts';

/** Hashes a text to 64 hexadecimal digits, under the current key. */
export interface KeyedHash {
  (text: string): Promise<string>;
  /** The hash under each key, the current one first: what a value may be stored as. */
  all(text: string): Promise<readonly string[]>;
}

/**
 * HMAC-SHA256 under this key.
 * @param secret At least 32 characters; see `PARTY_HASH_KEY`.
 * @param previous The key before it, while old hashes are still recognised.
 */
export function createKeyedHash(secret: string, previous: string | null = null): KeyedHash {
  const hash = hashUnder(secret);
  const older = previous === null ? [] : [hashUnder(previous)];
  return Object.assign(hash, {
    all: (text: string) => Promise.all([hash, ...older].map((each) => each(text))),
  });
}

function hashUnder(secret: string): (text: string) => Promise<string> {
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

/**
 * Whether `given` is the hash of `text` under any key. Both sides are hashed again, so that the time of the comparison
 * reveals nothing about it.
 */
export async function isHashOf(hash: KeyedHash, text: string, given: string): Promise<boolean> {
  const [wanted, shown] = await Promise.all([
    hash.all(text).then((each) => Promise.all(each.map((own) => hash(own)))),
    hash(given),
  ]);
  return wanted.includes(shown);
}
