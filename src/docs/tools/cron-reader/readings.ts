/**
 * The cron reader's answers. The run times come from croner, which the environment uses too (Uptime Kuma 2.5.3 requires
 * ~8.1.2). Error messages and descriptions are ours, because croner has none in Portuguese.
 */
import { Cron } from 'croner';
import { describeCron } from '#docs/tools/rules/describe-cron.ts';
import { parseCron } from '#docs/tools/rules/parse-cron.ts';

/** Examples of the documentation (requirements 001 §9). */
export const cronExamples = ['0 2 * * 1', '0 3 1 * *', '0 0 * * 0', '30 1 */2 * *'] as const;

const SHOWN_RUNS = 5;
/** How many runs to compare; enough to include several hours and a midnight. */
const RHYTHM_RUNS = 200;
const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;

/** The reader's time and zone. */
export interface Here {
  readonly nowMs: number;
  readonly timeZone: string;
}

export interface Run {
  readonly iso: string;
  /** "seg., 23 de nov. de 2026, 02:00" */
  readonly date: string;
  /** "em 2 dias" */
  readonly distance: string;
}

export interface Reading {
  readonly error: string | undefined;
  readonly sentence: string | undefined;
  /** A hint, shown in amber: valid, but probably not as intended. */
  readonly warning: string | undefined;
  readonly runs: readonly Run[];
}

/**
 * Reads an expression for a reader.
 *
 * @param windowZone Time zone of the maintenance window.
 */
export function readExpression(typed: string, here: Here, windowZone: string): Reading {
  const reading = parseCron(typed);
  if (!reading.isValid) return { error: reading.mistake, sentence: undefined, warning: undefined, runs: [] };
  const sentence = describeCron(reading.expression);
  const now = new Date(here.nowMs);
  const runs = new Cron(typed.trim(), { timezone: windowZone }).nextRuns(SHOWN_RUNS, now);
  return {
    error: undefined,
    sentence,
    warning: warningFor(runs.length, shortestGapMinutes(typed, now)),
    runs: runs.map((run) => runAt(run.getTime(), here)),
  };
}

/** Shortest gap between two of the next runs in minutes, in UTC; infinite with fewer than two runs. */
export function shortestGapMinutes(typed: string, from: Date): number {
  const runs = new Cron(typed.trim(), { utcOffset: 0 }).nextRuns(RHYTHM_RUNS, from).map(Number);
  return Math.min(...runs.slice(1).map((run, before) => (run - (runs[before] ?? 0)) / MINUTE_MS));
}

function warningFor(count: number, gapMinutes: number): string | undefined {
  if (count === 0) return 'Essa data não existe no calendário: a janela nunca começaria.';
  if (gapMinutes < HOUR_MINUTES) {
    const gap = gapMinutes === 1 ? '1 minuto' : `${gapMinutes} minutos`;
    return `Há começos com ${gap} de distância. Janelas mais frequentes que uma hora deixam o monitor quase sem verificação.`;
  }
  return undefined;
}

function runAt(instantMs: number, { nowMs, timeZone }: Here): Run {
  const date = new Intl.DateTimeFormat('pt-BR', {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  }).format(instantMs);
  return { iso: new Date(instantMs).toISOString(), date, distance: distanceOf(instantMs - nowMs) };
}

const units = [
  { ms: 86_400_000, one: 'dia', many: 'dias' },
  { ms: 3_600_000, one: 'hora', many: 'horas' },
  { ms: MINUTE_MS, one: 'minuto', many: 'minutos' },
] as const;

/** From here on days are hard to grasp. */
const LONG_DAYS = 90;
const MONTH_DAYS = 365.25 / 12;

/** "em cerca de 9 anos e 3 meses". */
function longDistance(days: number): string {
  const months = Math.round(days / MONTH_DAYS);
  const years = Math.floor(months / 12);
  const parts = [
    [years, 'ano', 'anos'],
    [months % 12, 'mês', 'meses'],
  ] as const;
  return `em cerca de ${parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} ${count === 1 ? one : many}`)
    .join(' e ')}`;
}

/** "em 14 horas e 48 minutos": two units, because rounding to one could be off by an hour. */
export function distanceOf(ms: number): string {
  const days = ms / 86_400_000;
  if (days >= LONG_DAYS) return longDistance(days);
  let rest = ms;
  const parts = units.map(({ ms: size, one, many }) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
  });
  const first = parts.findIndex((part) => part !== '');
  if (first < 0) return 'em menos de 1 minuto';
  return `em ${parts
    .slice(first, first + 2)
    .filter((part) => part !== '')
    .join(' e ')}`;
}

const commonZones = [
  ['America/Sao_Paulo', 'Brasília (UTC−3)'],
  ['America/Noronha', 'Fernando de Noronha (UTC−2)'],
  ['America/Manaus', 'Manaus (UTC−4)'],
  ['America/Rio_Branco', 'Rio Branco (UTC−5)'],
  ['UTC', 'UTC'],
] as const;

/** Time zones to choose from; starts with the reader's own if it is not a common one. */
export function zoneOptions(own: string): readonly (readonly [id: string, name: string])[] {
  if (commonZones.some(([id]) => id === own)) return commonZones;
  return [[own, `O do seu navegador (${zoneName(own)})`], ...commonZones];
}

/** "Brasília (UTC−3)"; for other zones the place in their id. */
export function zoneName(id: string): string {
  return commonZones.find(([zone]) => zone === id)?.[1] ?? id.replaceAll('_', ' ');
}
