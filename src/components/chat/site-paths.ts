/** The public path of every page of this site, for checking links. */

import { getCollection } from 'astro:content';
import { readdirSync } from 'node:fs';
import { sep } from 'node:path';
import { legalDocuments } from '#components/legal/documents.ts';

/** File names only, because importing the pages would include their styles. */
const files = readdirSync('src/pages', { recursive: true, encoding: 'utf8' });

export async function sitePaths(): Promise<ReadonlySet<string>> {
  const pages = files
    .filter((file) => file.endsWith('.astro') && !file.includes('['))
    .map((file) => `/${file.split(sep).join('/')}`.replace(/(?:\/index)?\.astro$/, '') || '/');
  // One file makes all pages of a collection.
  const articles = (await getCollection('docs')).map(({ id }) => `/docs/${id}`);
  const legal = (await legalDocuments()).map(({ href }) => href);
  return new Set([...pages, ...articles, ...legal]);
}
