/** The published articles of a finished build, read from disk one after the other. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

export interface ArticlePage {
  /** Public address: "/docs/first-monitor". */
  readonly path: string;
  readonly html: string;
}

/** Marks the text that is searched and copied; drafts and the index have none. */
const MARK = 'data-pagefind-body';

/** In the order of their addresses. */
export async function publishedArticles(outDir: string): Promise<readonly ArticlePage[]> {
  const entries = await readdir(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.html'))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const pages: ArticlePage[] = [];
  for (const file of files) {
    const html = await readFile(file, 'utf8');
    if (!html.includes(MARK)) continue;
    pages.push({
      path: `/${relative(outDir, file)
        .split(sep)
        .join('/')
        .replace(/\.html$/, '')}`,
      html,
    });
  }
  return pages;
}
