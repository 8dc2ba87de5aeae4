/**
 * Sentences about what was measured, for the page and for the SLA.
 *
 * Formats of its own and no `message()`: a module that the account's pages have too would become one more file that
 * each of them asks for.
 */
import type { AvailabilityAnswer, PartState } from '#domain/api-schemas/availability.ts';
import { formatDuration } from '#domain/availability/availability.ts';
import { availability as sentences } from '#domain/messages/availability.ts';

const percentFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const monthFormat = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const momentFormat = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** "novembro de 2026". */
export const writeMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));
/** "28/11/2026 às 10:00", in São Paulo. */
export const writeMoment = (at: number): string => momentFormat.format(at).replace(', ', ' às ');

type Part = AvailabilityAnswer['partes'][number];
type Day = Part['dias'][number];
type Month = AvailabilityAnswer['meses'][number];

export const stateWords: Readonly<Record<PartState, string>> = {
  'no-ar': 'no ar',
  fora: 'fora do ar',
  'sem-medida': 'sem medida',
};

/** The headline, what it is about, and its colour. */
export interface Now {
  readonly state: PartState | 'em-parte';
  readonly title: string;
  readonly details: string;
}

/** @param answer `null` when it cannot be read. */
export function nowWords(answer: AvailabilityAnswer | null): Now {
  if (answer === null)
    return {
      state: 'sem-medida',
      title: sentences['availability.failed'],
      details: sentences['availability.failed-details'],
    };
  const { mede, medidoEm, partes } = answer;
  if (!mede)
    return {
      state: 'sem-medida',
      title: sentences['availability.off'],
      details: sentences['availability.off-details'],
    };
  const platform = partes[0]?.estado ?? 'sem-medida';
  const state =
    platform === 'no-ar' && partes.some(({ estado }) => estado === 'fora') ? 'em-parte' : platform;
  return { state, title: titles[state], details: measuredAt(medidoEm) };
}

const titles: Readonly<Record<Now['state'], string>> = {
  'no-ar': sentences['availability.up'],
  'em-parte': sentences['availability.part-down'],
  fora: sentences['availability.down'],
  'sem-medida': sentences['availability.unseen'],
};

const measuredAt = (at: number | null): string =>
  at === null
    ? sentences['availability.never']
    : sentences['availability.measured'].replace('{when}', writeMoment(at));

/** "28/11/2026: 1 h fora do ar, 4 min sem medida". */
export const dayWords = ({ dia, noAr, fora, semMedida }: Day): string =>
  `${dia.split('-').reverse().join('/')}: ${minuteWords(noAr, fora, semMedida)}`;

function minuteWords(up: number, down: number, unseen: number): string {
  if (up + down === 0) return stateWords['sem-medida'];
  return [
    down === 0 ? 'nenhum minuto fora do ar' : `${formatDuration(down * 60)} fora do ar`,
    ...(unseen === 0 ? [] : [`${formatDuration(unseen * 60)} sem medida`]),
  ].join(', ');
}

/** The bars of a part in one sentence, for those who do not see them. */
export function barsWords(days: readonly Day[]): string {
  const measured = days.filter(({ noAr, fora }) => noAr + fora > 0);
  const down = measured.filter(({ fora }) => fora > 0);
  const minutes = down.reduce((sum, { fora }) => sum + fora, 0);
  return [
    `${measured.length} de ${days.length} dias medidos`,
    down.length === 0
      ? 'nenhum minuto fora do ar'
      : `${formatDuration(minutes * 60)} fora do ar em ${down.length} ${down.length === 1 ? 'dia' : 'dias'}`,
  ].join(', ');
}

/** "99,98%". */
export const figureWords = (percent: number | null): string =>
  percent === null ? stateWords['sem-medida'] : `${percentFormat.format(percent)}%`;

/** "Em novembro de 2026: 99,98%". */
export const monthFigure = ({ mes, disponibilidade }: Month): string =>
  sentences['availability.sla']
    .replace('{month}', writeMonth(mes))
    .replace('{figure}', figureWords(disponibilidade));

export const monthCells = ({ mes, disponibilidade, fora, semMedida }: Month): readonly string[] => [
  writeMonth(mes),
  figureWords(disponibilidade),
  formatDuration(fora * 60),
  formatDuration(semMedida * 60),
];
