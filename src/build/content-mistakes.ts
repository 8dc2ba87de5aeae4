/**
 * Finds mistakes in the texts and data of content/ before the build: file, line, field, and what was expected.
 *
 * Astro checks the same schemas but reports only the first mistake, in English and in the terminal. This reports all.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { resolveChat } from '../chat/resolve-chat.ts';
import { sitePaths } from '../chat/site-paths.ts';
import { createCatalog } from '../domain/plans/catalog.ts';
import { readPublicConfig } from '../lib/public-config.ts';
import { chatStateIds } from '../schemas/chat.ts';
import { createArticleSchema } from '../schemas/docs.ts';
import { FaqEntry } from '../schemas/faq.ts';
import { createLandingSchema } from '../schemas/landing.ts';
import { LegalFrontMatter } from '../schemas/legal.ts';
import { ComparisonFrontMatter, ToolFrontMatter } from '../schemas/pages.ts';
import { proseOf } from './author-errors.ts';
import { articleFiles, FRONT_MATTER, fieldsOf, filesOf, lineOf, routeOf } from './content-files.ts';
import { dataFiles, dataMistakes } from './data-mistakes.ts';
import { addressMistakes } from './former-addresses.ts';

const path = z.string('Escreva o caminho da imagem.');
const schemas: readonly (readonly [pattern: string, schema: z.core.$ZodType])[] = [
  ['content/docs/**/[!_]*.mdx', createArticleSchema(z.string())],
  ['content/landing/*.mdx', createLandingSchema(() => path)],
  ['content/faq/*.mdx', FaqEntry],
  ['content/legal/*.mdx', LegalFrontMatter],
  ['content/comparisons/*.mdx', ComparisonFrontMatter],
  ['content/tools/*.mdx', ToolFrontMatter],
];

/** Mistakes of one file, in line order. */
export function frontMatterMistakes(file: string, source: string, schema: z.core.$ZodType): string[] {
  const written = FRONT_MATTER.exec(source)?.[1];
  if (written === undefined) return [`${file}:1: Falta a ficha: as linhas entre os dois "---" do começo.`];
  const lineCounter = new LineCounter();
  // As in Astro, a day without quotes is a date.
  const document = parseDocument(written, { lineCounter, schema: 'yaml-1.1' });
  const [unreadable] = document.errors;
  if (unreadable !== undefined) {
    const { line } = lineCounter.linePos(unreadable.pos[0]);
    return [
      `${file}:${line + 1}: A ficha não pôde ser lida. Cada linha é "campo: valor"; um texto com ":" ou "#" fica entre aspas.`,
    ];
  }
  const impossible = [...written.matchAll(/^(\w+): (\d{4}-\d\d-\d\d)$/gm)].flatMap(([, field, day = '']) =>
    isDay(day) ? [] : [`${file}:${lineOf(source, `${field}: ${day}`)}: ${field}: Este dia não existe.`],
  );
  const read = z.safeParse(schema, document.toJS());
  const issues = read.success ? [] : read.error.issues;
  const wrong = issues.map(({ path: [field, ...inner], message }) => {
    const at =
      field === undefined ? 0 : written.split('\n').findIndex((text) => text.startsWith(`${String(field)}:`));
    const named = field === undefined ? '' : `${[field, ...inner].map(String).join('.')}: `;
    return `${file}:${Math.max(at, -1) + 2}: ${named}${message}`;
  });
  return [...impossible, ...wrong];
}

/** All mistakes of all files. */
export function contentMistakes(): string[] {
  const inTexts = schemas.flatMap(([pattern, schema]) =>
    filesOf(pattern).flatMap(([file, source]) => frontMatterMistakes(file, source, schema)),
  );
  const inData = dataFiles.flatMap(([pattern, check]) =>
    filesOf(pattern).flatMap(([file, source]) => dataMistakes(file, source, check)),
  );
  const each = [...inTexts, ...inData, ...priceMistakes(), ...articleMistakes(), ...addressMistakes()];
  return each.length > 0 ? each : chatMistakes();
}

/** Mistakes across the help window's states, the catalogue and the pages. */
function chatMistakes(): string[] {
  const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
  const states = new Map(
    filesOf('content/chat/*.json').map(([file, source]) => [basename(file, '.json'), JSON.parse(source)]),
  );
  const catalog = createCatalog(read('content/plans.json'));
  const config = readPublicConfig({}, read('content/site.json'));
  try {
    resolveChat({ states, stateIds: chatStateIds, catalog, config, paths: sitePaths() });
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
}

const PRICE = /R\$\s*\d+(?:[.,]\d+)*|\b\d+(?:[.,]\d+)* reais\b/;

/** Typed prices: texts read them from content/plans.json. */
export const priceMistakes = (files = filesOf('content/**/*.mdx')): string[] =>
  files.flatMap(([file, source]) =>
    proseOf(source)
      .split('\n')
      .flatMap((line, index) => {
        const price = PRICE.exec(line)?.[0];
        return price === undefined
          ? []
          : [`${file}:${index + 1}: "${price}" foi digitado. Preço não se digita: ${priceBlock(file)}.`];
      }),
  );

const priceBlock = (file: string): string =>
  file.startsWith('content/docs/')
    ? '<PlanTable /> e <PlanNote /> o leem de content/plans.json'
    : file.startsWith('content/legal/')
      ? '<PlanLimits /> o lê de content/plans.json'
      : '<PlanFact plan="…" fact="monthly" /> o lê de content/plans.json';

/** Mistakes across articles: repeated ids, missing related articles; and file names that make no address. */
export function articleMistakes(files = articleFiles()): string[] {
  const articles = files.map(([file, source]) => {
    const { id, related } = fieldsOf(source);
    return { file, source, route: routeOf(file), id, related };
  });
  const routes = new Set<unknown>(articles.map(({ route }) => route));
  const owners = new Map(articles.toReversed().map(({ id, file }) => [id, file]));
  return articles.flatMap(({ file, source, route, id, related }) => {
    const said = (field: string, sentence: string): string =>
      `${file}:${lineOf(source, `${field}:`)}: ${field}: ${sentence}`;
    return [
      ...(/^[a-z0-9/-]+$/.test(route)
        ? []
        : [
            `${file}:1: O nome do arquivo vira o endereço: use letras minúsculas sem acento, números e hífens.`,
          ]),
      ...(id === undefined || owners.get(id) === file
        ? []
        : [said('id', `"${id}" já é de ${owners.get(id)}. Escolha outro.`)]),
      ...(Array.isArray(related) ? related : [])
        .filter((each) => !routes.has(each))
        .map((each) =>
          said('related', `"${each}" não existe. Use a rota do artigo, como "notifications/telegram".`),
        ),
    ];
  });
}

const isDay = (day: string): boolean =>
  !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

/** @returns A message with one line per mistake. */
export const mistakesMessage = (mistakes: readonly string[]): string =>
  `Há textos ou dados a corrigir em content:\n${mistakes.map((mistake) => `- ${mistake}`).join('\n')}`;
