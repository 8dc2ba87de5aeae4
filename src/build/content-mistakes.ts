/**
 * What is wrong in the front matter of articles, sections and answers: file, line, field, and what was expected.
 *
 * Astro proves the same schemas, and tells the first mistake in English and only in the terminal. Here all are told
 * at once, before a build and on the page while somebody writes.
 */
import { globSync, readFileSync } from 'node:fs';
import type { AstroIntegration } from 'astro';
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { createArticleSchema } from '../schemas/docs.ts';
import { FaqEntry } from '../schemas/faq.ts';
import { createLandingSchema } from '../schemas/landing.ts';

const path = z.string('Escreva o caminho da imagem.');
const schemas: readonly (readonly [pattern: string, schema: z.core.$ZodType])[] = [
  ['content/docs/**/[!_]*.mdx', createArticleSchema(z.string())],
  ['content/landing/*.mdx', createLandingSchema(() => path)],
  ['content/faq/*.mdx', FaqEntry],
];

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---/;

/** Mistakes of one file, in the order of its lines. */
export function frontMatterMistakes(file: string, source: string, schema: z.core.$ZodType): string[] {
  const written = FRONT_MATTER.exec(source)?.[1];
  if (written === undefined) return [`${file}:1: Falta a ficha: as linhas entre os dois "---" do começo.`];
  const lineCounter = new LineCounter();
  // As Astro reads it: a day without quotes is a date.
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

/** All of them, in all files. */
export function contentMistakes(): string[] {
  return schemas.flatMap(([pattern, schema]) =>
    globSync(pattern)
      .sort()
      .flatMap((file) => frontMatterMistakes(file, readFileSync(file, 'utf8'), schema)),
  );
}

const told = (mistakes: readonly string[]): string =>
  `A ficha de um texto precisa de correção:\n${mistakes.map((mistake) => `- ${mistake}`).join('\n')}`;

/** Ends a build with every mistake; while somebody writes, shows them over the page until they are mended. */
export function contentProofs(): AstroIntegration {
  return {
    name: 'content-proofs',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command === 'build') {
          const mistakes = contentMistakes();
          if (mistakes.length > 0) throw new Error(told(mistakes));
        }
        if (command === 'dev') updateConfig({ vite: { plugins: [overlay()] } });
      },
    },
  };
}

function overlay() {
  return {
    name: 'content-proofs',
    configureServer(server: import('vite').ViteDevServer) {
      const show = (): void => {
        const mistakes = contentMistakes();
        if (mistakes.length > 0)
          server.ws.send({ type: 'error', err: { message: told(mistakes), stack: '', plugin: 'textos' } });
      };
      server.watcher.on('change', (file) => file.endsWith('.mdx') && show());
      // A page that is opened meanwhile is told, too.
      server.ws.on('connection', show);
    },
  };
}
