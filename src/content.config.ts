/** Content collections: what stands in content/, and which schema proves it. */
import { defineCollection, reference } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { chatCollection } from './schemas/chat.ts';
import { CategorySchema, createArticleSchema } from './schemas/docs.ts';
import { landingCollection } from './schemas/landing.ts';
import { legalCollection } from './schemas/legal.ts';
import { comparisonsCollection, toolsCollection } from './schemas/pages.ts';

/** An article's id is its route below /docs; files that start with `_` are not articles. */
const docs = defineCollection({
  loader: glob({ base: './content/docs', pattern: ['**/*.mdx', '!**/_*'] }),
  schema: createArticleSchema(reference('docs')),
});

const docsCategories = defineCollection({
  loader: file('content/docs/_categories.json'),
  schema: CategorySchema,
});

export const collections = {
  chat: chatCollection,
  docs,
  docsCategories,
  landing: landingCollection,
  legal: legalCollection,
  comparisons: comparisonsCollection,
  tools: toolsCollection,
};
