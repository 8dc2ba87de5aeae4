/**
 * Addresses that articles had before: each one leads to the article that took its place.
 *
 * Owns: the redirects in the build and in `npm run dev`, and their checks. content/docs/_published.txt lists every
 * address that was ever published, because mails, the product and other sites link to it.
 */

import { readFileSync } from 'node:fs';
import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { articleFiles, type ContentFile, fieldsOf, lineOf, routeOf } from './content-files.ts';
import type { PageReader } from './finished-pages.ts';

const LIST = 'content/docs/_published.txt';

/** Published addresses, without `/docs/`, one per line. */
export const publishedAddresses = (): string[] =>
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '');

interface Addressed {
  readonly file: string;
  readonly source: string;
  readonly route: string;
  readonly isDraft: boolean;
  readonly formerly: readonly string[];
}

const addressed = (files: readonly ContentFile[]): Addressed[] =>
  files.map(([file, source]) => {
    const { draft, formerly } = fieldsOf(source);
    const former = Array.isArray(formerly) ? formerly.map(String) : [];
    return { file, source, route: routeOf(file), isDraft: draft !== false, formerly: former };
  });

/** Addresses of the published articles. */
export const readableAddresses = (files = articleFiles()): string[] =>
  addressed(files).flatMap(({ route, isDraft }) => (isDraft ? [] : [route]));

/** The present address for each former one, both without `/docs/`. */
export const formerAddresses = (files = articleFiles()): ReadonlyMap<string, string> =>
  new Map(
    addressed(files)
      .filter(({ isDraft }) => !isDraft)
      .flatMap(({ route, formerly }) => formerly.map((old) => [old, route] as const)),
  );

/** Published addresses that lead nowhere, and former addresses that are taken or were never published. */
export function addressMistakes(files = articleFiles(), published = publishedAddresses()): string[] {
  const articles = addressed(files);
  const fileAt = new Map(articles.map(({ route, file }) => [route, file]));
  const readable = new Set(readableAddresses(files));
  const leading = formerAddresses(files);
  const lost = published.flatMap((address, index) =>
    readable.has(address) || leading.has(address)
      ? []
      : [
          `${LIST}:${index + 1}: /docs/${address} já foi publicado, e há links para ele. Escreva "formerly: [${address}]" na ficha do artigo que ficou no lugar.`,
        ],
  );
  const owners = new Map<string, string>();
  const wrong = articles.flatMap(({ file, source, formerly }) =>
    formerly.flatMap((old) => {
      const said = (sentence: string) => [
        `${file}:${lineOf(source, 'formerly:')}: formerly: "${old}" ${sentence}`,
      ];
      const owner = owners.get(old);
      owners.set(old, file);
      if (fileAt.has(old))
        return said(`é o endereço de ${fileAt.get(old)}. Use outro nome de arquivo em um dos dois.`);
      if (owner !== undefined) return said(`já leva a ${owner}. Deixe em um só.`);
      return published.includes(old) ? [] : said(`nunca foi publicado: não está em ${LIST}.`);
    }),
  );
  return [...lost, ...wrong];
}

/** Adds the redirects to the build's `_redirects`, for articles and their Markdown versions. */
export function formerAddressRedirects(former = formerAddresses): PageReader {
  return {
    page() {},
    async done(outDir) {
      const file = join(outDir, '_redirects');
      const written = await readFile(file, 'utf8');
      const lines = [...former()].flatMap(([old, now]) =>
        ['', '.md'].map((suffix) => `/docs/${old}${suffix} /docs/${now}${suffix} 301`),
      );
      if (lines.length > 0)
        await appendFile(file, `${written.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`);
      return `${lines.length / 2} endereços antigos que levam aos novos`;
    },
  };
}

/** The same redirects in `npm run dev`, as the articles are at each request. */
export const formerAddressesInDev = (): Plugin => ({
  name: 'former-addresses',
  configureServer(server) {
    server.middlewares.use((request, response, next) => {
      const { pathname = '' } = URL.parse(request.url ?? '', 'http://localhost') ?? {};
      const now = pathname.startsWith('/docs/')
        ? formerAddresses().get(pathname.slice('/docs/'.length))
        : undefined;
      if (now === undefined) return next();
      response.writeHead(302, { Location: `/docs/${now}` }).end();
    });
  },
});
