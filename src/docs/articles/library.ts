/**
 * The documentation in reading order: categories, their articles, and the neighbours of each.
 *
 * Owns: order, neighbours, counts. Does not own: the fields of the front matter (schemas/docs.ts) and
 * their checks (build/content-mistakes.ts).
 */

import { type CollectionEntry, getCollection } from 'astro:content';
import { type CategoryId, categoryIds, difficulties } from '../../schemas/docs.ts';
import { glossary } from './glossary.ts';

export type Article = CollectionEntry<'docs'>;

export interface Category {
  readonly id: CategoryId;
  readonly title: string;
  readonly description: string;
  readonly articles: readonly Article[];
}

export interface Library {
  readonly categories: readonly Category[];
  /** All articles, including drafts, in reading order. */
  readonly articles: readonly Article[];
  /** The six popular articles in the order of the requirements (001 §2), then other highlights. */
  readonly highlights: readonly Article[];
  readonly levels: readonly string[];
}

/** Position of an article. */
export interface Place {
  readonly category: Category;
  /** Neighbours in reading order, skipping drafts. */
  readonly previous: Article | undefined;
  readonly next: Article | undefined;
  readonly related: readonly Article[];
}

/** True for an article with a page of its own: drafts have one only while they are written (`npm run dev`). */
export const hasPage = ({ data }: Article): boolean => !data.draft || import.meta.env.DEV;

export const articlePath = (article: Article): string => `/docs/${article.id}`;

/**
 * Loads all articles in reading order.
 *
 * @throws Error In Portuguese, when a category has no entry in _categories.json.
 */
export async function loadLibrary(): Promise<Library> {
  const [entries, written] = await Promise.all([getCollection('docs'), getCollection('docsCategories')]);
  const described = new Map(written.map(({ data }) => [data.id, data]));
  const categories = categoryIds.map((id) => {
    const words = described.get(id);
    if (words === undefined) throw new Error(`content/docs/_categories.json: falta a categoria "${id}".`);
    const articles = entries
      .filter(({ data }) => data.category === id)
      .sort((a, b) => a.data.order - b.data.order || a.id.localeCompare(b.id));
    return { ...words, articles };
  });
  const articles = categories.flatMap((category) => category.articles);
  const highlights = [
    ...articles
      .filter(({ data }) => data.popular !== undefined)
      .sort((a, b) => (a.data.popular ?? 0) - (b.data.popular ?? 0)),
    ...articles.filter(({ data }) => data.featured && data.popular === undefined),
  ];
  return { categories, articles, highlights, levels: difficulties };
}

/** Computes all positions at once, so that the build time stays linear. */
export function placeArticles(library: Library): ReadonlyMap<string, Place> {
  const byId = new Map(library.articles.map((article) => [article.id, article]));
  const readable = library.articles.filter(({ data }) => !data.draft);
  const position = new Map(readable.map((article, index) => [article.id, index]));
  const places = new Map<string, Place>();
  for (const category of library.categories) {
    for (const article of category.articles) {
      const index = position.get(article.id);
      places.set(article.id, {
        category,
        previous: index === undefined ? undefined : readable[index - 1],
        next: index === undefined ? undefined : readable[index + 1],
        related: article.data.related.flatMap(({ id }) => byId.get(id) ?? []),
      });
    }
  }
  return places;
}

/** Words of instructions that an adult reads per minute in Portuguese. */
const WORDS_PER_MINUTE = 180;

/**
 * Minutes to read and follow an article; `null` without text.
 *
 * As stated, for the articles whose time the requirements give (001, table of routes). Others take as long as their
 * steps together, and at least as long as their text takes to read.
 */
export function articleMinutes({ data, body = '' }: Pick<Article, 'data' | 'body'>): number | null {
  if (data.minutes !== undefined) return data.minutes;
  const words = shownText(body)
    .split(/\s+/)
    .filter((word) => word !== '').length;
  if (words === 0) return null;
  const steps = [...body.matchAll(/<Step\b[^>]*\bminutes=\{(\d+)\}/g)].map(([, minutes]) => Number(minutes));
  const doing = steps.reduce((sum, minutes) => sum + minutes, 0);
  return Math.max(1, doing, Math.round(words / WORDS_PER_MINUTE));
}

/** The words of the glossary stand in a file of their own. */
const shownText = (body: string): string =>
  body.includes('<Glossary') ? [body, ...glossary.map(({ meaning }) => meaning)].join(' ') : body;
