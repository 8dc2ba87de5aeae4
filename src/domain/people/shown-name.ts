/** Longer than any name that a form takes. */
const NAME_MAX = 60;
/** Words of letters, with hyphens and apostrophes, perhaps shortened: "Ana M. d'Ávila". No digits, addresses or links. */
const NAME = /^\p{L}[\p{L}\p{M}'’-]*\.?(?: \p{L}[\p{L}\p{M}'’-]*\.?)*$/u;

/**
 * A person's name for strangers, such as people who receive an invitation; `null` when it is not only a name. Anyone can
 * type anything as a name, and a mail or page of ours must not carry it on.
 */
export function shownName(name: string | null): string | null {
  const written = name?.trim().replaceAll(/\s+/g, ' ') ?? '';
  return written.length <= NAME_MAX && NAME.test(written) ? written : null;
}
