/**
 * The report as a CSV file that Excel opens in Brazil: semicolons, decimal commas, DD/MM/AAAA, UTF-8 with a BOM.
 *
 * Owns: the columns, and keeping a monitor's name from being run as a formula
 * (https://owasp.org/www-community/attacks/CSV_Injection). Basic reports have a line per day, detailed ones a line per
 * monitor and day.
 */

import type { MonthReport } from '../api-schemas/reports.ts';
import { formatDay } from '../billing/days.ts';

type Cell = string | number | null;

const BYTE_ORDER_MARK = '\uFEFF';
const LINE_END = '\r\n';

/** Prefixes text that a spreadsheet would run as a formula with an apostrophe, which makes it plain text. */
const harmless = (text: string): string => (/^[\s]*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

function written(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell).replace('.', ',');
  const text = harmless(cell);
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

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

/** A whole file of lines. */
export const csvFile = (lines: readonly (readonly Cell[])[]): string =>
  BYTE_ORDER_MARK + lines.map((line) => line.map(written).join(';') + LINE_END).join('');
