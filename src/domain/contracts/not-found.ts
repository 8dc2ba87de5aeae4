/**
 * `POST /api/nao-encontrado`: a page that does not exist reports the path that led to it.
 *
 * Owns: what of an address may be reported and kept. Does not own: how many are kept (the store behind the call).
 */
import * as z from 'zod/mini';

/** A longer path is somebody probing, not somebody lost. */
export const MISSING_PATH_LENGTH_MAX = 300;

/** What may name a person: an e-mail address, or eleven digits and more (CPF, phone, CNPJ, card). */
const personal: readonly RegExp[] = [/[^/]*(?:@|%40)[^/]*/gi, /\d(?:[.-]?\d){10,}/g];

/**
 * The part of an address that may be reported: its path without query and fragment, cut to length, and without
 * anything that may name a person.
 *
 * @param pathname As the browser gives it (`location.pathname`): starts with a slash, percent-encoded.
 */
export function reportablePath(pathname: string): string {
  const [path = '/'] = pathname.split(/[?#]/);
  return personal.reduce((kept, form) => kept.replace(form, '-'), path).slice(0, MISSING_PATH_LENGTH_MAX);
}

/** Only visible ASCII, as a browser encodes a path; no query, no fragment. */
export const MissingPageReport = z.strictObject({
  path: z.string().check(z.maxLength(MISSING_PATH_LENGTH_MAX), z.regex(/^\/[!-~]*$/), z.regex(/^[^?#]*$/)),
});
export type MissingPageReport = z.output<typeof MissingPageReport>;
