/**
 * Other names for somebody whose first choice is gone.
 *
 * Owns: which names come close, and how few of them are shown. Does not own: which of them are free (the orders table).
 */
import { withoutBrand } from '../tenant/reserved-names.ts';
import { checkSubdomain, SUBDOMAIN_LENGTH_MAX } from './subdomain.ts';

const SUGGESTIONS_MAX = 3;

/** What Brazilian companies put beside a name that is taken; none is a reserved name's own meaning. */
const endings = ['br', 'app', 'online', 'site', 'web', 'digital'] as const;
const beginnings = ['grupo', 'equipe'] as const;

/**
 * Names close to a wanted one: valid, not reserved, each different from it.
 *
 * @param wanted A name of valid form; a long one is cut so that ending or beginning fit.
 * @returns An empty list for a text that could not be a subdomain, and for nothing but the brand.
 */
export function subdomainCandidates(wanted: string): readonly string[] {
  const name = withoutBrand(wanted.trim().toLowerCase());
  if (name === '') return [];
  const words = name.split('-');
  const beside = (word: string): string => {
    const room = SUBDOMAIN_LENGTH_MAX - word.length - 1;
    return name.slice(0, room).replace(/-+$/, '');
  };
  const candidates = [
    ...endings.filter((word) => words.at(-1) !== word).map((word) => `${beside(word)}-${word}`),
    ...beginnings.filter((word) => words[0] !== word).map((word) => `${word}-${beside(word)}`),
  ];
  return candidates.filter((candidate) => checkSubdomain(candidate).ok);
}

/**
 * A few of the free names, drawn.
 *
 * A fixed order would tell with one question which of the names before the shown ones are taken; drawn, leaving one
 * out says nothing, and finding out takes as many questions as asking for each name.
 *
 * @param random From 0 to below 1, anew with each call.
 */
export function drawSuggestions(free: readonly string[], random: () => number): readonly string[] {
  const left = [...free];
  const drawn: string[] = [];
  while (left.length > 0 && drawn.length < SUGGESTIONS_MAX) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}
