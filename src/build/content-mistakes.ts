/**
 * Finds mistakes across the texts of content/ before the build, in files and lines: typed prices, articles that
 * contradict each other or leave out a feature that they speak of, lost addresses. What a single file must contain its schema says (src/schemas), and Astro
 * reports.
 */
import { featureMistakes } from './article-features.ts';
import { proseOf } from './author-errors.ts';
import { articleFiles, FRONT_MATTER, fieldsOf, filesOf, lineOf, routeOf } from './content-files.ts';
import { addressMistakes } from './former-addresses.ts';
import { VERSIONS, versionMistakes } from './legal-versions.ts';

/** All mistakes of all files. */
export const contentMistakes = (): string[] => [
  ...priceMistakes(),
  ...dayMistakes(),
  ...articleMistakes(),
  ...featureMistakes(articleFiles()),
  ...addressMistakes(),
  ...versionMistakes(),
];

/** Days that do not exist: Astro reads 2026-02-31 as 3 March. */
export const dayMistakes = (files = filesOf('content/**/*.mdx')): string[] =>
  files.flatMap(([file, source]) =>
    [...(FRONT_MATTER.exec(source)?.[1] ?? '').matchAll(/^(\w+): (\d{4}-\d\d-\d\d)$/gm)].flatMap(
      ([written, field, day = '']) =>
        isDay(day) ? [] : [`${file}:${lineOf(source, written)}: ${field}: Este dia não existe.`],
    ),
  );

const PRICE = /R\$\s*\d+(?:[.,]\d+)*|\b\d+(?:[.,]\d+)* reais\b/;

/** Typed prices: texts read them from content/plans.json, except those that stay as they were accepted. */
export const priceMistakes = (files = filesOf('content/**/*.mdx')): string[] =>
  files
    .filter(([file]) => !file.startsWith(VERSIONS))
    .flatMap(([file, source]) =>
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
