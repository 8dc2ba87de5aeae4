/** What the calculator says to what was typed. */
import {
  availabilityPercent,
  downtimeSeconds,
  formatDuration,
  formatPercent,
  levelKept,
  type Period,
  parseNumber,
  periodIds,
  periodSeconds,
} from '#domain/availability/availability.ts';

export const periodNames: Readonly<Record<Period, string>> = {
  day: 'Por dia',
  week: 'Por semana',
  month: 'Por mês',
  year: 'Por ano',
};

export type Unit = 'seconds' | 'minutes' | 'hours';

export const unitNames: Readonly<Record<Unit, string>> = {
  seconds: 'segundos',
  minutes: 'minutos',
  hours: 'horas',
};

const unitSeconds: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3600 };

/** A dash stands where there is nothing to say yet, so that nothing on the page moves. */
const NOTHING = '–';

export interface PercentAnswer {
  readonly error: string | undefined;
  readonly rows: readonly { readonly period: Period; readonly duration: string }[];
}

export function fromPercent(typed: string): PercentAnswer {
  const percent = parseNumber(typed);
  const isWrong = percent === null || percent > 100;
  return {
    error: isWrong ? 'Digite um número de 0 a 100, como 99,95' : undefined,
    rows: periodIds.map((period) => ({
      period,
      duration: isWrong ? NOTHING : formatDuration(downtimeSeconds(percent, period)),
    })),
  };
}

export interface DowntimeAnswer {
  readonly error: string | undefined;
  readonly percent: string;
  /** Which of the common levels holds. */
  readonly verdict: string;
}

export function fromDowntime(typed: string, unit: Unit, period: Period): DowntimeAnswer {
  const amount = parseNumber(typed);
  if (amount === null) return wrong('Digite um número, como 45 ou 1,5');
  const seconds = amount * unitSeconds[unit];
  if (seconds > periodSeconds[period]) return wrong('O tempo fora do ar é maior que o período');
  const percent = availabilityPercent(seconds, period);
  const level = levelKept(percent);
  return {
    error: undefined,
    percent: formatPercent(percent),
    verdict: level === null ? `Abaixo de ${formatPercent(99)}` : `Cumpre um SLA de ${formatPercent(level)}`,
  };
}

const wrong = (error: string): DowntimeAnswer => ({ error, percent: NOTHING, verdict: NOTHING });
