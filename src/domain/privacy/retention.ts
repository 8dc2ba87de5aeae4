/**
 * Which personal data is kept, why, and for how long: read from content/legal/retention.json.
 *
 * Owns: the shape of that file, the wording of a period and its length in days. The privacy and LGPD pages print it and
 * the Worker deletes by it, so the promise and the deletion share one source. Does not own: the texts.
 */
import * as z from 'zod/mini';

const text = z.string('escreva um texto entre aspas.').check(z.trim(), z.minLength(1, 'o texto está vazio.'));

/** Legal bases of Lei 13.709/2018 that the product relies on, with their articles. */
export const legalBases = {
  contract: 'execução do contrato (art. 7º, V)',
  'legal-duty': 'obrigação legal (art. 7º, II)',
  rights: 'exercício de direitos em processo (art. 7º, VI)',
  'legitimate-interest': 'legítimo interesse (art. 7º, IX)',
} as const;
type LegalBasis = keyof typeof legalBases;
const basisIds = Object.keys(legalBases) as [LegalBasis, ...LegalBasis[]];

const Period = z.union(
  [
    z.strictObject({
      amount: z.int().check(z.positive()),
      unit: z.enum(['days', 'months', 'years']),
      /** What the period starts from: "a partir da data do acesso". */
      from: text,
    }),
    z.strictObject({ until: text }),
  ],
  'escreva { "amount": 90, "unit": "days", "from": "a partir de…" }, com unit days, months ou years, ou { "until": "enquanto…" }.',
);

const Entry = z.strictObject({
  id: text.check(z.regex(/^[a-z]+(-[a-z]+)*$/, 'use letras minúsculas e hífens: "access-logs".')),
  title: text,
  /** Which data, in plain words. */
  data: text,
  purpose: text,
  bases: z
    .array(z.enum(basisIds, `use ${basisIds.join(', ')}.`))
    .check(z.minLength(1, 'escreva ao menos uma base legal.')),
  /** Where the data is stored. */
  place: text,
  keep: Period,
});

export type RetentionEntry = Readonly<z.output<typeof Entry>>;

export interface Retention {
  readonly entries: readonly RetentionEntry[];
  entry(id: string): RetentionEntry;
  /** Whole days of an entry's period. @throws Error For an entry without a fixed period. */
  keptDays(id: string): number;
}

const DAYS = { days: 1, months: 30, years: 365 } as const;
const UNITS = { days: ['dia', 'dias'], months: ['mês', 'meses'], years: ['ano', 'anos'] } as const;

/** @throws Error With one Portuguese line per mistake. */
export function createRetention(json: unknown): Retention {
  const read = z.array(Entry).safeParse(json);
  if (!read.success) {
    throw retentionError(
      read.error.issues.map((issue) => {
        const path = issue.path.map(String).join('.') || 'raiz';
        return issue.code === 'unrecognized_keys'
          ? `${path}: campo desconhecido (${issue.keys.join(', ')}).`
          : `${path}: ${issue.message}`;
      }),
    );
  }
  const entries = read.data;
  const ids = entries.map(({ id }) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw retentionError(twice.map((id) => `o id "${id}" está repetido.`));
  const entry = (id: string): RetentionEntry => {
    const found = entries.find((each) => each.id === id);
    if (found === undefined) throw retentionError([`falta a entrada "${id}", da qual o sistema depende.`]);
    return found;
  };
  return {
    entries,
    entry,
    keptDays(id) {
      const { keep } = entry(id);
      if ('until' in keep) throw retentionError([`a entrada "${id}" precisa de um prazo em números.`]);
      return keep.amount * DAYS[keep.unit];
    },
  };
}

/**
 * True for data that survives a deletion request: the law requires it, or it proves what was agreed (LGPD, art. 16, I;
 * art. 7º, VI).
 */
export function hasToStay({ bases }: Pick<RetentionEntry, 'bases'>): boolean {
  return bases.some((basis) => basis === 'legal-duty' || basis === 'rights');
}

/** "6 meses, a partir da data do acesso" or "Enquanto a conta existir". */
export function formatPeriod(keep: RetentionEntry['keep']): string {
  if ('until' in keep) return keep.until;
  return `${formatSpan(keep)}, ${keep.from}`;
}

/** "6 meses". */
export function formatSpan({ amount, unit }: { amount: number; unit: keyof typeof UNITS }): string {
  return `${amount} ${UNITS[unit][amount === 1 ? 0 : 1]}`;
}

function retentionError(lines: readonly string[]): Error {
  return new Error(
    `content/legal/retention.json precisa de correção:\n${lines.map((line) => `- ${line}`).join('\n')}`,
  );
}
