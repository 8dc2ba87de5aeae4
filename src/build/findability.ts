/**
 * Writes sitemap.xml and one social image per page.
 *
 * Both are made from the built pages, so a new page needs no entry. Images are cached in node_modules/.cache by
 * content, so that a build draws only changed ones.
 */
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { escapeXml } from '#brand/mark-svg.ts';
import { type SocialLook, socialImageSvg } from '#brand/social-image.ts';
import familjen from '../assets/fonts/familjen-600.json' with { type: 'json' };
import figtree from '../assets/fonts/figtree-450.json' with { type: 'json' };
import { type BuiltPage, readBuiltPage } from './built-pages.ts';
import type { PageReader } from './finished-pages.ts';
import { lastChanges } from './git-dates.ts';
import { createTypeface } from './outlines.ts';
import { readTokenColors } from './token-colors.ts';

const tokensFile = new URL('../styles/tokens.css', import.meta.url);
const cacheDir = fileURLToPath(new URL('../../node_modules/.cache/vigia-social/', import.meta.url));

export function findability(siteName: string): PageReader {
  const pages: BuiltPage[] = [];
  return {
    page(page, tree) {
      const read = readBuiltPage(page, tree);
      if (read !== null) pages.push(structuredClone(read));
    },
    async done(outDir) {
      await writeFile(join(outDir, 'sitemap.xml'), sitemap(pages));
      const drawn = await writeImages(outDir, pages, siteName);
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

/** @returns Number of images drawn. */
async function writeImages(outDir: string, pages: readonly BuiltPage[], siteName: string): Promise<number> {
  const look = await readLook();
  await mkdir(cacheDir, { recursive: true });
  let drawn = 0;
  for (const { imagePath, title, description, section } of pages) {
    const svg = socialImageSvg({ siteName, section, title, description }, look);
    const kept = join(cacheDir, `${createHash('sha256').update(svg).digest('hex')}.png`);
    const target = join(outDir, imagePath);
    await mkdir(dirname(target), { recursive: true });
    if (await copied(kept, target)) continue;
    // No palette and hardly any compression: only link previews fetch the file, and a small one takes longer than drawing.
    const png = await sharp(Buffer.from(svg)).removeAlpha().png({ compressionLevel: 1 }).toBuffer();
    await writeFile(kept, png);
    await writeFile(target, png);
    drawn += 1;
  }
  return drawn;
}

async function readLook(): Promise<SocialLook> {
  const colors = readTokenColors(await readFile(tokensFile, 'utf8'), 'light');
  return {
    color: (name) => colors.get(name) ?? '#000000',
    display: createTypeface(familjen),
    text: createTypeface(figtree),
  };
}

async function copied(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to);
    return true;
  } catch {
    return false; // Not drawn yet.
  }
}
