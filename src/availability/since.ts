/** Since when there are days to show. Apart from the other words, which the SLA's page has too. */
import type { AvailabilityAnswer } from '#domain/api-schemas/availability.ts';
import { type Part, writeDay } from './words.ts';

/**
 * The first day of which any part was measured, as an index of their days: what is before it says nothing of the service,
 * and is not shown.
 * @returns 0 while nothing was measured.
 */
export function firstDay(parts: readonly Part[]): number {
  const found = parts
    .map(({ days }) => days.findIndex(({ up, down }) => up + down > 0))
    .filter((index) => index >= 0);
  return found.length === 0 ? 0 : Math.min(...found);
}

/** Whether the month that alerts are told of was over before anything was measured. */
export const isBeforeAll = ({ alerts, months }: Pick<AvailabilityAnswer, 'alerts' | 'months'>): boolean =>
  alerts.measured === 0 && months.every(({ month }) => month > alerts.month);

/** Since when there are days, where it is less than those that fit; `null` where there are as many. */
export function sinceWords(parts: readonly Part[]): string | null {
  const first = firstDay(parts);
  const day = parts[0]?.days[first]?.day;
  return first === 0 || day === undefined
    ? null
    : `Medimos desde ${writeDay(day)}. Cada barra é um dia, até o de hoje.`;
}
