/** The content collections of content/ and their schemas. */
import { defineCollection, reference } from 'astro:content';
import { file, glob } from 'astro/loaders';
import { ChatStateFile } from './schemas/chat.ts';
import { CategorySchema, createArticleSchema } from './schemas/docs.ts';
import { FaqEntry } from './schemas/faq.ts';
import { createLandingSchema } from './schemas/landing.ts';
import { LegalFrontMatter, LegalVersionFrontMatter } from './schemas/legal.ts';
import { ComparisonFrontMatter, NewsFrontMatter, ToolFrontMatter } from './schemas/pages.ts';

const from = (folder: string, pattern = '*.mdx') => glob({ base: `./content/${folder}`, pattern });

export const collections = {
  /** The states of the help window, a file each. */
  chat: defineCollection({ loader: from('chat', '*.json'), schema: ChatStateFile }),
  comparisons: defineCollection({ loader: from('comparisons'), schema: ComparisonFrontMatter }),
  /** An article's id is its route below /docs; files that start with `_` are not articles. */
  docs: defineCollection({
    loader: glob({ base: './content/docs', pattern: ['**/*.mdx', '!**/_*'] }),
    schema: createArticleSchema(reference('docs')),
  }),
  docsCategories: defineCollection({
    loader: file('content/docs/_categories.json'),
    schema: CategorySchema,
  }),
  /** One question per file; its name is the question's anchor. */
  faq: defineCollection({ loader: from('faq'), schema: FaqEntry }),
  /** One section of the landing page per file. */
  landing: defineCollection({
    loader: from('landing'),
    schema: ({ image }) => createLandingSchema(image),
  }),
  legal: defineCollection({ loader: from('legal'), schema: LegalFrontMatter }),
  /** Terms and rules as they were accepted, a file for each version: `termos/2025-01-15-v1`. */
  legalVersions: defineCollection({
    loader: from('legal/versions', '*/*.mdx'),
    schema: LegalVersionFrontMatter,
  }),
  /** What changed in the product, one file for each piece of news. */
  news: defineCollection({ loader: from('news'), schema: NewsFrontMatter }),
  tools: defineCollection({ loader: from('tools'), schema: ToolFrontMatter }),
};
