/** What became of an import: counts for the page, and the whole as a table. */

import type { ImportedItem, ImportResult, ItemKind, LeftItem } from '#domain/import/items.ts';
import type { PlannedItem } from '#domain/import/plan.ts';
import { csvFile } from '#domain/text/csv.ts';

/** One line of the preview and of the result. */
export interface ImportLine {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  readonly what: 'monitor' | 'grupo' | 'canal';
  /** As it was planned, and then as it went; `pending` until it was sent. */
  readonly result: ImportResult;
  /** True when it is made paused because it was paused where it comes from. */
  readonly isPausedThere: boolean;
  /** Why not, and what differs. */
  readonly notes: readonly string[];
}

/** The preview: every item of the source, with what is going to become of it. */
export const plannedLines = (
  items: readonly PlannedItem[],
  left: readonly LeftItem[],
): readonly ImportLine[] => [
  ...items.map(({ item, name, result, reason, notes, isPausedThere }) => ({
    what: whatOf(item),
    kind: item.kind,
    id: item.id,
    name,
    result,
    isPausedThere,
    notes: reason === null ? notes : [reason],
  })),
  ...left.map(({ kind, id, name, reason }) => ({
    what: kind === 'channel' ? ('canal' as const) : ('monitor' as const),
    kind,
    id,
    name,
    result: 'refused' as const,
    isPausedThere: false,
    notes: [reason],
  })),
];

function whatOf(item: ImportedItem): ImportLine['what'] {
  if (item.kind === 'channel') return 'canal';
  return item.monitor['type'] === 'group' ? 'grupo' : 'monitor';
}

export const keyOfLine = ({ kind, id }: Pick<ImportLine, 'kind' | 'id'>): string => `${kind} ${id}`;

export interface Answered {
  readonly result: ImportResult;
  readonly reason?: string | undefined;
}

/** The preview's lines after some of them were sent. */
export const sentLines = (
  lines: readonly ImportLine[],
  answers: ReadonlyMap<string, Answered>,
  isOver: boolean,
): readonly ImportLine[] =>
  lines.map((line) => {
    if (line.result === 'refused' || line.result === 'present') return line;
    const answer = answers.get(keyOfLine(line));
    if (answer === undefined) return isOver ? { ...line, result: 'pending' } : line;
    const { result, reason } = answer;
    return { ...line, result, notes: reason === undefined ? line.notes : [reason] };
  });

const resultWords: Readonly<Record<ImportResult, string>> = {
  made: 'Criado',
  paused: 'Criado, pausado',
  present: 'Já estava aqui',
  refused: 'Não veio',
  pending: 'Falta trazer',
};

export const countOf = (lines: readonly ImportLine[], result: ImportResult): number =>
  lines.filter((line) => line.result === result).length;

/** How many are, or will be, paused as where they come from; groups count too. */
export const countOfPausedThere = (lines: readonly ImportLine[]): number =>
  lines.filter(({ result, isPausedThere }) => result === 'made' && isPausedThere).length;

const wordsOf = ({ result, isPausedThere }: ImportLine): string =>
  result === 'made' && isPausedThere ? 'Criado, pausado como lá' : resultWords[result];

/** The result as a file for Excel. */
export const resultCsv = (lines: readonly ImportLine[]): string =>
  csvFile([
    ['Nome', 'O que é', 'Resultado', 'Observações'],
    ...lines.map((line) => [line.name, line.what, wordsOf(line), line.notes.join(' ')]),
  ]);
