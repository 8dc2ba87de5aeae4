/**
 * Sentences about what was measured, for the page and for the SLA.
 *
 * Formats of its own and no `message()`: a module that the account's pages have too would become one more file that
 * each of them asks for.
 */
import type { AvailabilityAnswer, PartState } from '#domain/api-schemas/availability.ts';
import { formatDuration } from '#domain/availability/availability.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { availability as sentences } from '#domain/messages/availability.ts';

const percentFormat = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const monthFormat = new Intl.DateTimeFormat('pt-BR', { month: 'long', year: 'numeric', timeZone: 'UTC' });
/** "novembro de 2026". */
export const writeMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

export type Part = AvailabilityAnswer['parts'][number];
type Day = Part['days'][number];
type Month = AvailabilityAnswer['months'][number];

export const stateWords: Readonly<Record<PartState, string>> = {
  up: 'no ar',
  down: 'fora do ar',
  unmeasured: 'sem medida',
};

/** The headline, what it is about, and its colour. */
export interface Now {
  readonly state: PartState | 'partly';
  readonly title: string;
  readonly details: string;
}

/** @param answer `null` when it cannot be read. */
export function nowWords(answer: AvailabilityAnswer | null): Now {
  if (answer === null)
    return {
      state: 'unmeasured',
      title: sentences['availability.failed'],
      details: sentences['availability.failed-details'],
    };
  const { isMeasured, measuredAt, parts } = answer;
  if (!isMeasured)
    return {
      state: 'unmeasured',
      title: sentences['availability.off'],
      details: sentences['availability.off-details'],
    };
  const platform = parts[0]?.state ?? 'unmeasured';
  const state = platform === 'up' && parts.some(({ state }) => state === 'down') ? 'partly' : platform;
  return { state, title: titles[state], details: measuredWords(measuredAt) };
}

const titles: Readonly<Record<Now['state'], string>> = {
  up: sentences['availability.up'],
  partly: sentences['availability.part-down'],
  down: sentences['availability.down'],
  unmeasured: sentences['availability.unseen'],
};

const measuredWords = (at: number | null): string =>
  at === null
    ? sentences['availability.never']
    : sentences['availability.measured'].replace('{when}', formatMoment(at));

/** "28/11/2026". */
export const writeDay = (day: string): string => day.split('-').reverse().join('/');

/** "28/11/2026: 1 h fora do ar, 4 min sem medida". */
export const dayWords = ({ day, up, down, unseen }: Day): string =>
  `${writeDay(day)}: ${minuteWords(up, down, unseen)}`;

function minuteWords(up: number, down: number, unseen: number): string {
  if (up + down === 0) return stateWords.unmeasured;
  return [
    down === 0 ? 'nenhum minuto fora do ar' : `${formatDuration(down * 60)} fora do ar`,
    ...(unseen === 0 ? [] : [`${formatDuration(unseen * 60)} sem medida`]),
  ].join(', ');
}

/** The bars of a part in one sentence, for those who do not see them. */
export function barsWords(days: readonly Day[]): string {
  const measured = days.filter(({ up, down }) => up + down > 0);
  const down = measured.filter(({ down }) => down > 0);
  const minutes = down.reduce((sum, { down }) => sum + down, 0);
  return [
    `${measured.length} de ${days.length} ${days.length === 1 ? 'dia medido' : 'dias medidos'}`,
    down.length === 0
      ? 'nenhum minuto fora do ar'
      : `${formatDuration(minutes * 60)} fora do ar em ${down.length} ${down.length === 1 ? 'dia' : 'dias'}`,
  ].join(', ');
}

/** "99,98%". */
export const figureWords = (percent: number | null): string =>
  percent === null ? stateWords.unmeasured : `${percentFormat.format(percent)}%`;

/** "Em novembro de 2026: 99,98%". */
export const monthFigure = ({ month, percent }: Month): string =>
  sentences['availability.sla']
    .replace('{month}', writeMonth(month))
    .replace('{figure}', figureWords(percent));

/** How long alerts took in the last month, and how many were measured. */
export function alertTimeWords({
  month,
  measured,
  untold,
  medianSeconds,
  p95Seconds,
}: AvailabilityAnswer['alerts']): string {
  const named = { month: writeMonth(month) };
  if (measured === 0) return filled('availability.alerts-none', named);
  const most =
    p95Seconds === null
      ? sentences['availability.alerts-late']
      : filled('availability.alerts-most', { time: formatDuration(p95Seconds) });
  const median =
    medianSeconds === null ? sentences['availability.alerts-late'] : formatDuration(medianSeconds);
  return [
    filled('availability.alerts', { ...named, median, most }),
    filled('availability.alerts-count', {
      measured: whole.format(measured),
      untold: whole.format(untold),
    }),
  ].join(' ');
}

const whole = new Intl.NumberFormat('pt-BR');

const filled = (id: keyof typeof sentences, words: Readonly<Record<string, string>>): string =>
  Object.entries(words).reduce<string>(
    (text, [name, word]) => text.replace(`{${name}}`, word),
    sentences[id],
  );

export const monthCells = ({ month, percent, down, unseen }: Month): readonly string[] => [
  writeMonth(month),
  figureWords(percent),
  formatDuration(down * 60),
  formatDuration(unseen * 60),
];
