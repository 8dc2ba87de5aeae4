/**
 * Finds mistakes in the texts and data of content/ before the build: file, line, field, and what was expected.
 *
 * Astro checks the same schemas but reports only the first mistake, in English and in the terminal. This reports all.
 */
import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { createArticleSchema } from '../schemas/docs.ts';
import { FaqEntry } from '../schemas/faq.ts';
import { createLandingSchema } from '../schemas/landing.ts';
import { LegalFrontMatter } from '../schemas/legal.ts';
import { ComparisonFrontMatter, ToolFrontMatter } from '../schemas/pages.ts';
import { dataFiles, dataMistakes } from './data-mistakes.ts';

const path = z.string('Escreva o caminho da imagem.');
const schemas: readonly (readonly [pattern: string, schema: z.core.$ZodType])[] = [
  ['content/docs/**/[!_]*.mdx', createArticleSchema(z.string())],
  ['content/landing/*.mdx', createLandingSchema(() => path)],
  ['content/faq/*.mdx', FaqEntry],
  ['content/legal/*.mdx', LegalFrontMatter],
  ['content/comparisons/*.mdx', ComparisonFrontMatter],
  ['content/tools/*.mdx', ToolFrontMatter],
];

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---/;

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
  const read = z.safeParse(schema, document.toJS());
  if (read.success) return [];
  return read.error.issues.map(({ path: [field, ...inner], message }) => {
    const at =
      field === undefined ? 0 : written.split('\n').findIndex((text) => text.startsWith(`${String(field)}:`));
    const named = field === undefined ? '' : `${[field, ...inner].map(String).join('.')}: `;
    return `${file}:${Math.max(at, -1) + 2}: ${named}${message}`;
  });
}

/** All mistakes of all files. */
export function contentMistakes(): string[] {
  const inTexts = schemas.flatMap(([pattern, schema]) =>
    filesOf(pattern).flatMap(([file, source]) => frontMatterMistakes(file, source, schema)),
  );
  const inData = dataFiles.flatMap(([pattern, prove]) =>
    filesOf(pattern).flatMap(([file, source]) => dataMistakes(file, source, prove)),
  );
  return [...inTexts, ...inData];
}

const filesOf = (pattern: string): (readonly [file: string, source: string])[] =>
  globSync(pattern)
    .sort()
    .map((file) => [file, readFileSync(file, 'utf8')] as const);

/** @returns A message with one line per mistake. */
export const toldMistakes = (mistakes: readonly string[]): string =>
  `Há textos ou dados a corrigir em content:\n${mistakes.map((mistake) => `- ${mistake}`).join('\n')}`;

/** Mistakes in the front matter of one text, or in one file of data. */
export function mistakesOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  const schema = schemas.find(([pattern]) => matchesGlob(file, pattern))?.[1];
  if (schema !== undefined) return frontMatterMistakes(file, source, schema);
  const prove = dataFiles.find(([pattern]) => matchesGlob(file, pattern))?.[1];
  return prove === undefined ? [] : dataMistakes(file, source, prove);
}
