/** The days as a table, for screen readers, copying and printing. */
import type { MonthReport } from '#domain/api-schemas/reports.ts';
import { writeShare } from '#domain/reports/words.ts';
import { dayInMonth } from './report-words.ts';

const number = new Intl.NumberFormat('pt-BR');

export function DayTable({ days, caption }: { days: MonthReport['dias']; caption: string }) {
  return (
    <details className="report-days min-w-0">
      <summary className="cursor-pointer text-ui font-semibold">Dias em tabela</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be focusable. */}
      <section aria-label={caption} tabIndex={0} className="relative mt-3 overflow-x-auto">
        <table className="w-full text-small tabular-nums sm:text-ui">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="text-ink-soft [&>th]:py-2 [&>th]:ps-1 sm:[&>th]:ps-4 [&>th]:text-end [&>th]:font-normal">
              <th scope="col" className="ps-0! text-start!">
                Dia
              </th>
              <th scope="col">No ar</th>
              <th scope="col">Checagens</th>
              <th scope="col">Falhas</th>
              <th scope="col">Quedas</th>
            </tr>
          </thead>
          <tbody>
            {days.map((day) => (
              <tr
                key={day.dia}
                className="border-t border-line [&>td]:py-1.5 [&>td]:ps-1 sm:[&>td]:ps-4 [&>td]:text-end"
              >
                <th scope="row" className="py-1.5 text-start font-semibold">
                  {dayInMonth(day.dia)}
                </th>
                <td>{writeShare(day.disponibilidade)}</td>
                <td>{number.format(day.checagens)}</td>
                <td>{number.format(day.falhas)}</td>
                <td>{number.format(day.incidentes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
