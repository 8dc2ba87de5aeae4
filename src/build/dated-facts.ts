/**
 * External facts in our texts that may go out of date: a vendor's limit, a competitor's number, a law.
 *
 * Owns: content/dated-facts.json, when a fact is due, the messages for authors. A fact names its file and a quote from
 * it, so that a changed text requires a new date. The build warns (dated-facts-warning.ts); `npm run check:facts`
 * fails.
 */
import * as z from 'zod/mini';
import { DAY_MS, formatDay } from '../domain/billing/days.ts';
import { strictFields } from '../schemas/front-matter.ts';

/** The build warns this many days before. */
const WARNING_DAYS = 14;

const text = (what: string) =>
  z.string(`escreva ${what}.`).check(z.trim(), z.minLength(1, `escreva ${what}.`));

const DatedFact = strictFields({
  /** From the project's folder: "content/docs/metrics.mdx". */
  file: text('o arquivo, como content/docs/metrics.mdx'),
  /** Quote from the file. */
  text: text('um trecho do texto, igual ao do arquivo'),
  /** Where to check the fact. */
  source: z.url('escreva o endereço completo da fonte.'),
  lookAgain: z.iso.date('escreva o dia de olhar de novo, como "2027-02-22".'),
});
export type DatedFact = z.output<typeof DatedFact>;
const DatedFacts = z.array(DatedFact, 'escreva uma lista de fatos entre colchetes.');

/** `soon`: due within the warning period. `late`: overdue. `lost`: the file no longer contains the quote. */
export interface FactProblem {
  readonly kind: 'soon' | 'late' | 'lost';
  readonly sentence: string;
}

/**
 * Reads the list.
 * @throws Error In Portuguese, with entry and field, when an entry is invalid.
 */
export function parseDatedFacts(json: unknown): readonly DatedFact[] {
  const read = DatedFacts.safeParse(json);
  if (read.success) return read.data;
  const mistakes = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`content/dated-facts.json: ${mistakes.join(' ')}`);
}

/**
 * Lists the facts that need attention on a day.
 *
 * @param today `YYYY-MM-DD`; a fact is still valid on its day.
 * @param readFile Returns a file's content; `null` when it does not exist.
 */
export function judgeFacts(
  facts: readonly DatedFact[],
  today: string,
  readFile: (file: string) => string | null,
): readonly FactProblem[] {
  return facts.flatMap((fact): FactProblem[] => {
    const { file, text: said, source, lookAgain } = fact;
    const named = `${file}: “${said}”`;
    if (!(readFile(file) ?? '').includes(said)) {
      const sentence = `${named} não está mais no arquivo. Atualize ou apague a entrada em content/dated-facts.json.`;
      return [{ kind: 'lost', sentence }];
    }
    const days = (Date.parse(lookAgain) - Date.parse(today)) / DAY_MS;
    const what = `Confira em ${source}, corrija o texto e marque outro dia em content/dated-facts.json.`;
    if (days < 0)
      return [{ kind: 'late', sentence: `${named} era para conferir até ${formatDay(lookAgain)}. ${what}` }];
    if (days > WARNING_DAYS) return [];
    return [{ kind: 'soon', sentence: `${named} é para conferir até ${formatDay(lookAgain)}. ${what}` }];
  });
}
