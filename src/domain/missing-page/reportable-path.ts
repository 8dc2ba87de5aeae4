/**
 * What of an unknown address may be reported and kept.
 *
 * Apart from the contract, because a page imports it and should not load a schema library for it.
 */

/** A longer path is somebody probing, not somebody lost. */
export const MISSING_PATH_LENGTH_MAX = 300;

/** What may name a person: an e-mail address, or eleven digits and more (CPF, phone, CNPJ, card). */
const personal: readonly RegExp[] = [/[^/]*(?:@|%40)[^/]*/gi, /\d(?:[.-]?\d){10,}/g];

/**
 * The path without query and fragment, cut to length, and without anything that may name a person.
 *
 * @param pathname As the browser gives it (`location.pathname`): starts with a slash, percent-encoded.
 */
export function reportablePath(pathname: string): string {
  const [path = '/'] = pathname.split(/[?#]/);
  return personal.reduce((kept, form) => kept.replace(form, '-'), path).slice(0, MISSING_PATH_LENGTH_MAX);
}
