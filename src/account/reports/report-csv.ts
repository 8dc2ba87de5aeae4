/** The report as CSV: basic reports have a line per day, detailed ones a line per monitor and day. */

import type { MonthReport } from '#domain/api-schemas/reports.ts';
import { formatDay } from '#domain/billing/days.ts';
import { type Cell, csvFile } from '#domain/text/csv.ts';

/** Per cent with two decimals: 99.95. */
const percent = (share: number | null): number | null =>
  share === null ? null : Number((share * 100).toFixed(2));

const dayColumns = ['Dia', 'Disponibilidade (%)', 'Checagens', 'Falhas', 'Incidentes', 'Em manutenção'];

/** Returns the whole file. */
export function reportCsv({ days, monitors }: MonthReport): string {
  const lines: Cell[][] =
    monitors === undefined
      ? [
          dayColumns,
          ...days.map((day) => [
            formatDay(day.day),
            percent(day.availability),
            day.checks,
            day.failures,
            day.incidents,
            day.maintenance,
          ]),
        ]
      : [
          ['Monitor', 'Tipo', ...dayColumns, 'Tempo de resposta (ms)'],
          ...monitors.flatMap(({ name, type, days: own }) =>
            own.map((day) => [
              name,
              type,
              formatDay(day.day),
              percent(day.availability),
              day.checks,
              day.failures,
              day.incidents,
              day.maintenance,
              day.ping,
            ]),
          ),
        ];
  return csvFile(lines);
}
