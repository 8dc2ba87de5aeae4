/** The detailed report: each monitor's days, longest outage and response time. */
import { formatDuration } from '#domain/availability/availability.ts';
import type { MonitorReport, MonthReport } from '#domain/contracts/reports.ts';
import { writeCount, writeShare } from '#domain/reports/words.ts';
import { DayStrip } from './day-strip.tsx';
import { stripOf, writeMoment } from './report-words.ts';

export function MonitorList({ report }: { report: MonthReport }) {
  return (
    <ul className="grid">
      {report.monitores?.map((monitor) => (
        <li
          key={monitor.id}
          className="grid gap-x-8 gap-y-2 border-t border-line py-4 [contain-intrinsic-block-size:auto_6rem] [content-visibility:auto] break-inside-avoid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-center print:[content-visibility:visible]"
        >
          <div className="min-w-0">
            <h3 className="text-base font-semibold wrap-anywhere">{monitor.nome}</h3>
            <p className="text-ui text-ink-soft">{figuresOf(monitor).join(' · ')}</p>
          </div>
          <DayStrip name={monitor.nome} days={stripOf(report, monitor.dias)} />
        </li>
      ))}
    </ul>
  );
}

function figuresOf({ disponibilidade, incidentes, maiorQueda, respostaMs }: MonitorReport): string[] {
  return [
    `${writeShare(disponibilidade)} no ar`,
    writeCount(incidentes, 'queda', 'quedas'),
    ...(maiorQueda === null
      ? []
      : [`maior: ${formatDuration(maiorQueda.segundos)} (${writeMoment(maiorQueda.inicio)})`]),
    ...(respostaMs === null ? [] : [`resposta em ${respostaMs} ms`]),
  ];
}
