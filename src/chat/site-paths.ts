/** The public path of every page of this site, for checking links. */
import { globSync } from 'node:fs';
import { legalIds } from '../schemas/legal.ts';

/** Uses file names only, because importing the pages would include their styles. */
export function sitePaths(): ReadonlySet<string> {
  const pages = globSync('src/pages/**/*.astro')
    .filter((file) => !file.includes('['))
    .map((file) => file.slice('src/pages'.length).replace(/(?:\/index)?\.astro$/, '') || '/');
  // One file makes all pages of a collection.
  const articles = globSync('content/docs/**/[!_]*.mdx').map((file) =>
    file.slice('content'.length, -'.mdx'.length),
  );
  return new Set([...pages, ...articles, ...legalIds.map((id) => `/${id}.html`)]);
}
