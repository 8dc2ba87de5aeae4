/** The report as CSV: basic reports have a line per day, detailed ones a line per monitor and day. */

import type { MonthReport } from '#domain/api-schemas/reports.ts';
import { formatDay } from '#domain/billing/days.ts';
import { type Cell, csvFile } from '#domain/text/csv.ts';

/** Per cent with two decimals: 99.95. */
const percent = (share: number | null): number | null =>
  share === null ? null : Number((share * 100).toFixed(2));

const dayColumns = ['Dia', 'Disponibilidade (%)', 'Checagens', 'Falhas', 'Incidentes', 'Em manutenção'];

/** Returns the whole file. */
export function reportCsv({ dias, monitores }: MonthReport): string {
  const lines: Cell[][] =
    monitores === undefined
      ? [
          dayColumns,
          ...dias.map((day) => [
            formatDay(day.dia),
            percent(day.disponibilidade),
            day.checagens,
            day.falhas,
            day.incidentes,
            day.manutencao,
          ]),
        ]
      : [
          ['Monitor', 'Tipo', ...dayColumns, 'Tempo de resposta (ms)'],
          ...monitores.flatMap(({ nome, tipo, dias: own }) =>
            own.map((day) => [
              nome,
              tipo,
              formatDay(day.dia),
              percent(day.disponibilidade),
              day.checagens,
              day.falhas,
              day.incidentes,
              day.manutencao,
              day.respostaMs,
            ]),
          ),
        ];
  return csvFile(lines);
}
