/** The calculator's answers. */

import { parseBrazilianNumber } from '#docs/tools/rules/brazilian-number.ts';
import {
  availabilityPercent,
  downtimeSeconds,
  formatDuration,
  formatPercent,
  levelKept,
  type Period,
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

/** What the calculator shows before anything is typed. */
export const first = { percent: '99,9', downtime: '45', unit: 'minutes', period: 'month' } as const;

const unitSeconds: Readonly<Record<Unit, number>> = { seconds: 1, minutes: 60, hours: 3600 };

/** Placeholder for a missing answer, so that nothing on the page moves. */
const NOTHING = '–';

export interface PercentAnswer {
  readonly error: string | undefined;
  readonly rows: readonly { readonly period: Period; readonly duration: string }[];
}

export function fromPercent(typed: string): PercentAnswer {
  const percent = parseBrazilianNumber(typed.replace(/\s*%\s*$/, ''));
  const isWrong = percent === null || percent > 100;
  return {
    error: isWrong ? percentMistake(percent) : undefined,
    rows: periodIds.map((period) => ({
      period,
      duration: isWrong ? NOTHING : formatDuration(downtimeSeconds(percent, period)),
    })),
  };
}

/** "99.999" means thousands in Portuguese, so explain the comma. */
const percentMistake = (percent: number | null): string =>
  percent === null
    ? 'Digite um número de 0 a 100, com vírgula nos decimais: 99,95'
    : `${percent.toLocaleString('pt-BR')} passa de 100. Os decimais vêm depois de uma vírgula: 99,95`;

export interface DowntimeAnswer {
  readonly error: string | undefined;
  readonly percent: string;
  /** The strictest common level that is met. */
  readonly verdict: string;
}

export function fromDowntime(typed: string, unit: Unit, period: Period): DowntimeAnswer {
  const amount = parseBrazilianNumber(typed);
  if (amount === null) return wrong('Digite um número, como 45, 1,5 ou 1.440');
  const seconds = amount * unitSeconds[unit];
  if (seconds > periodSeconds[period])
    return wrong(`${amount.toLocaleString('pt-BR')} ${unitNames[unit]} é mais que o período`);
  const percent = availabilityPercent(seconds, period);
  const level = levelKept(percent);
  return {
    error: undefined,
    percent: formatPercent(percent),
    verdict: level === null ? `Abaixo de ${formatPercent(99)}` : `Cumpre um SLA de ${formatPercent(level)}`,
  };
}

const wrong = (error: string): DowntimeAnswer => ({ error, percent: NOTHING, verdict: NOTHING });
