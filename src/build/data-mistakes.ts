/**
 * Finds mistakes in the JSON files that authors edit: file, line, field, and what was expected.
 *
 * Owns: the line of a mistake. Does not own: the schemas.
 */
import { LineCounter, parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { createCatalog } from '../domain/plans/catalog.ts';
import { createRetention } from '../domain/retention/retention.ts';
import { SiteFile } from '../lib/public-config.ts';
import { ChatStateFile } from '../schemas/chat.ts';
import { CategorySchema, GlossaryEntry } from '../schemas/docs.ts';
import { DatedFacts } from './dated-facts.ts';

/** One mistake as "plans.2.priceMonthlyReais: escreva um número inteiro". */
type Check = (json: unknown) => readonly string[];

/** Format of a reader's error: a headline, then a line "- field: sentence" per mistake. */
const thrownBy =
  (read: (json: unknown) => unknown): Check =>
  (json) => {
    try {
      read(json);
      return [];
    } catch (error) {
      return String(error)
        .split('\n')
        .slice(1)
        .map((line) => line.replace(/^- /, ''));
    }
  };

const by =
  (schema: z.core.$ZodType): Check =>
  (json) => {
    const read = z.safeParse(schema, json);
    if (read.success) return [];
    return read.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`);
  };

/** Files and their checks. */
export const dataFiles: readonly (readonly [pattern: string, check: Check])[] = [
  ['content/plans.json', thrownBy(createCatalog)],
  ['content/site.json', by(SiteFile)],
  ['content/legal/retention.json', thrownBy(createRetention)],
  ['content/docs/_categories.json', by(z.array(CategorySchema))],
  ['content/docs/_glossary.json', by(z.array(GlossaryEntry))],
  ['content/dated-facts.json', by(DatedFacts)],
  ['content/chat/*.json', by(ChatStateFile)],
];

/** Mistakes of one file, each with the line of its field. */
export function dataMistakes(file: string, source: string, check: Check): string[] {
  try {
    return check(JSON.parse(source)).map((mistake) => `${file}:${lineOf(source, mistake)}: ${mistake}`);
  } catch (error) {
    const line = /line (\d+)/.exec(String(error))?.[1] ?? source.trimEnd().split('\n').length;
    return [
      `${file}:${line}: O arquivo não pôde ser lido a partir daqui. Confira vírgulas, aspas, colchetes e chaves, aqui e na linha anterior.`,
    ];
  }
}

/** Line of the field in a mistake, or of its nearest parent. */
function lineOf(source: string, mistake: string): number {
  const lineCounter = new LineCounter();
  const document = parseDocument(source, { lineCounter });
  const path = (mistake.split(':')[0] ?? '').split('.');
  while (path.length > 0) {
    const node: unknown = document.getIn(path, true);
    if (typeof node === 'object' && node !== null && 'range' in node && Array.isArray(node.range))
      return lineCounter.linePos(Number(node.range[0])).line;
    path.pop();
  }
  return 1;
}
