/** The content collections of content/ and their schemas. */
import { defineCollection, reference } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { ChatStateFile } from './schemas/chat.ts';
import { CategorySchema, createArticleSchema } from './schemas/docs.ts';
import { FaqEntry } from './schemas/faq.ts';
import { createLandingSchema } from './schemas/landing.ts';
import { LegalFrontMatter, LegalVersionFrontMatter } from './schemas/legal.ts';
import { ComparisonFrontMatter, NewsFrontMatter, ToolFrontMatter } from './schemas/pages.ts';

/** An article's id is its route below /docs; files that start with `_` are not articles. */
const docs = defineCollection({
  loader: glob({ base: './content/docs', pattern: ['**/*.mdx', '!**/_*'] }),
  schema: createArticleSchema(reference('docs')),
});

const docsCategories = defineCollection({
  loader: file('content/docs/_categories.json'),
  schema: CategorySchema,
});

/** One section of the landing page per file. */
const landing = defineCollection({
  loader: glob({ base: './content/landing', pattern: '*.mdx' }),
  schema: ({ image }) => createLandingSchema(image),
});

/** One question per file; its name is the question's anchor. */
const faq = defineCollection({
  loader: glob({ base: './content/faq', pattern: '*.mdx' }),
  schema: FaqEntry,
});

/** The states of the help window, a file each. */
const chat = defineCollection({
  loader: glob({ base: './content/chat', pattern: '*.json' }),
  schema: ChatStateFile,
});

const legal = defineCollection({
  loader: glob({ base: './content/legal', pattern: '*.mdx' }),
  schema: LegalFrontMatter,
});

/** Terms and rules as they were accepted, a file for each version: `termos/2025-01-15-v1`. */
const legalVersions = defineCollection({
  loader: glob({ base: './content/legal/versions', pattern: '*/*.mdx' }),
  schema: LegalVersionFrontMatter,
});

/** What changed in the product, one file for each piece of news. */
const news = defineCollection({
  loader: glob({ base: './content/news', pattern: '*.mdx' }),
  schema: NewsFrontMatter,
});

const comparisons = defineCollection({
  loader: glob({ base: './content/comparisons', pattern: '*.mdx' }),
  schema: ComparisonFrontMatter,
});

const tools = defineCollection({
  loader: glob({ base: './content/tools', pattern: '*.mdx' }),
  schema: ToolFrontMatter,
});

export const collections = {
  chat,
  docs,
  docsCategories,
  faq,
  landing,
  legal,
  legalVersions,
  news,
  comparisons,
  tools,
};
