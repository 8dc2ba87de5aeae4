/** Writes sitemap.xml and one social image per page, both from the built pages, so a new page needs no entry. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeXml } from '#brand/mark-svg.ts';
import { type BuiltPage, readBuiltPage } from './built-pages.ts';
import type { PageReader } from './finished-pages.ts';
import { lastChanges } from './git-dates.ts';
import { writeSocialImages } from './social-images.ts';

export function findability(siteName: string): PageReader {
  const pages: BuiltPage[] = [];
  return {
    page(page, tree) {
      const read = readBuiltPage(page, tree);
      if (read !== null) pages.push(structuredClone(read));
    },
    async done(outDir) {
      await writeFile(join(outDir, 'sitemap.xml'), sitemap(pages));
      const drawn = await writeSocialImages(outDir, pages, siteName);
      return `sitemap com ${pages.length} páginas; ${drawn} imagens novas para compartilhar`;
    },
  };
}

/** Where the words of a page that is no article are; the last change there is the page's. The first match counts. */
const sources: readonly (readonly [page: RegExp, source: RegExp])[] = [
  [/^\/$/, /^content\/(?:landing|faq|plans\.json)/],
  [/^\/docs/, /^content\/docs\//],
  [/^\/comparar/, /^content\/comparisons\//],
  [/^\/ferramentas/, /^content\/tools\//],
  [/^\/novidades/, /^content\/news\//],
  [/^\/suporte/, /^content\/(?:faq|site\.json)/],
  [/./, /^content\/(?:legal|site\.json)/],
];

/** Day of the last change by the page's path, as git knows it; `null` without git. */
function changeDays(): (path: string) => string | null {
  const changes = [...lastChanges(process.cwd(), 'content')];
  return (path) => {
    const source = sources.find(([page]) => page.test(path))?.[1];
    const own = changes.filter(
      ([file]) => file === `content/legal${path}.mdx` || file === `content${path}.mdx`,
    );
    const dates = (own.length > 0 ? own : changes.filter(([file]) => source?.test(file))).map(
      ([, date]) => date,
    );
    const newest = dates.toSorted((one, other) => other.getTime() - one.getTime())[0];
    return newest === undefined ? null : newest.toISOString().slice(0, 10);
  };
}

function sitemap(pages: readonly BuiltPage[]): string {
  const dayOf = changeDays();
  const urls = pages.map(({ path, canonicalUrl, changed: said }) => {
    const changed = said ?? dayOf(path);
    const lastmod = changed === null ? '' : `<lastmod>${escapeXml(changed)}</lastmod>`;
    return `  <url><loc>${escapeXml(canonicalUrl)}</loc>${lastmod}</url>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
