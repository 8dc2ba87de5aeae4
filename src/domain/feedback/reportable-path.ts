/**
 * Which part of an unknown address may be reported and stored.
 *
 * Separate from the contract, because a page imports it and should not load a schema library.
 */

/** A longer path comes from a scanner rather than a reader. */
export const MISSING_PATH_LENGTH_MAX = 300;

/** Text that may identify a person: an e-mail address, or eleven digits and more (CPF, phone, CNPJ, card). */
const personal: readonly RegExp[] = [/[^/]*(?:@|%40)[^/]*/gi, /\d(?:[.-]?\d){10,}/g];

/**
 * The path without query, fragment and anything that may identify a person, cut to length.
 *
 * @param pathname As in `location.pathname`: starts with a slash, percent-encoded.
 */
export function reportablePath(pathname: string): string {
  const [path = '/'] = pathname.split(/[?#]/);
  return personal.reduce((kept, form) => kept.replace(form, '-'), path).slice(0, MISSING_PATH_LENGTH_MAX);
}
