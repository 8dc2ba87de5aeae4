/**
 * Structured data of an article: what it teaches, and its steps.
 *
 * Owns: the two nodes. Does not own: breadcrumbs and the seller (lib/structured-data.ts).
 */
import type { JsonLdNode } from '#lib/structured-data.ts';

export interface ArticleFacts {
  readonly title: string;
  readonly description: string;
  /** Absolute address. */
  readonly url: string;
  readonly imageUrl: string;
  readonly siteUrl: string;
  readonly section: string;
  readonly difficulty: string;
  readonly tags: readonly string[];
  readonly minutes: number | null;
  readonly changed: Date | undefined;
}

export interface TaughtStep {
  readonly title: string;
  readonly anchor: string;
}

const context = { '@context': 'https://schema.org' } as const;
const duration = (minutes: number): string => `PT${minutes}M`;

export function techArticle(facts: ArticleFacts): JsonLdNode {
  return {
    ...context,
    '@type': 'TechArticle',
    headline: facts.title,
    description: facts.description,
    url: facts.url,
    image: facts.imageUrl,
    inLanguage: 'pt-BR',
    articleSection: facts.section,
    proficiencyLevel: facts.difficulty,
    keywords: facts.tags.join(', '),
    ...(facts.minutes !== null && { timeRequired: duration(facts.minutes) }),
    ...(facts.changed && { dateModified: facts.changed.toISOString().slice(0, 10) }),
    publisher: { '@id': `${facts.siteUrl}/#empresa` },
  };
}

/** @param steps At least two. */
export function howTo(facts: ArticleFacts, steps: readonly TaughtStep[]): JsonLdNode {
  return {
    ...context,
    '@type': 'HowTo',
    name: facts.title,
    ...(facts.minutes !== null && { totalTime: duration(facts.minutes) }),
    step: steps.map(({ title, anchor }, index) => ({
      '@type': 'HowToStep',
      position: index + 1,
      name: title,
      url: `${facts.url}#${anchor}`,
    })),
  };
}
