/** Reads the published articles of a finished build from disk, one at a time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

interface ArticlePage {
  /** Public address: "/docs/first-monitor". */
  readonly path: string;
  readonly html: string;
}

/** Ordered by address; only one is in memory at a time. */
export function* publishedArticles(outDir: string): Generator<ArticlePage> {
  const entries = readdirSync(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) {
    const html = readFileSync(file, 'utf8');
    const path = `/${relative(outDir, file).split(sep).join('/')}`.replace(/\.html$/, '');
    // Drafts have no text that is searched.
    if (html.includes('data-pagefind-body')) yield { path, html };
  }
}
