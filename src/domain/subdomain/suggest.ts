/**
 * Suggests names: the first one of an account, and others when a customer's choice is taken.
 *
 * Owns: which name an account begins with, which names come close, and how many are shown. Does not own: which of them are free (the orders table).
 */
import { suggestedAddress } from '../alerts/first-address.ts';
import { withoutBrand } from '../tenants/reserved-names.ts';
import { checkSubdomain, isOnlyReserved, SUBDOMAIN_LENGTH_MAX } from './subdomain.ts';

const SUGGESTIONS_MAX = 3;

/** Suffixes that Brazilian companies add to a taken name; none suggests a reserved name. */
const endings = ['br', 'app', 'online', 'site', 'web', 'digital'] as const;
const beginnings = ['grupo', 'equipe'] as const;

/** Parts of a domain that say what kind of name it is, between the name and the country. */
const kindsOfName = new Set(['art', 'blog', 'com', 'dev', 'eco', 'edu', 'gov', 'ind', 'loja', 'net', 'org']);

/**
 * The name that an account begins with: from its e-mail's domain, or its own where that is a public mail provider's.
 * @returns Empty when neither gives a valid name. Whether it is free is not known here.
 */
export function proposedSubdomain(email: string, name: string): string {
  const site = suggestedAddress(email);
  const labels = (site ?? '').split('.').slice(0, -1);
  while (labels.length > 1 && kindsOfName.has(labels.at(-1) ?? '')) labels.pop();
  const label = labels.at(-1) ?? '';
  // A name in punycode is not one that people read.
  for (const text of label.startsWith('xn--') ? [name] : [label, name]) {
    const slug = slugOf(text);
    const checked = checkSubdomain(slug);
    if (checked.ok) return slug;
    const [near] = isOnlyReserved(checked.problem) ? subdomainCandidates(slug) : [];
    if (near !== undefined) return near;
  }
  return '';
}

const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SUBDOMAIN_LENGTH_MAX)
    .replace(/^-|-$/g, '');

/**
 * Names close to the wanted one: valid, not reserved and different from it.
 *
 * @param wanted A name of valid form; a long one is shortened to make room for prefix or suffix.
 * @returns Empty when the text could not be a subdomain, or is only the brand.
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
 * Draws a few of the free names at random.
 *
 * A fixed order would reveal in one request which of the earlier candidates are taken. With a random draw, learning
 * that takes as many requests as asking for each name.
 *
 * @param random From 0 to below 1, a new value for each call.
 */
export function drawSuggestions(free: readonly string[], random: () => number): readonly string[] {
  const left = [...free];
  const drawn: string[] = [];
  while (left.length > 0 && drawn.length < SUGGESTIONS_MAX) {
    drawn.push(...left.splice(Math.floor(random() * left.length), 1));
  }
  return drawn;
}
