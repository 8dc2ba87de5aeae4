/** One month: figures, days, the worst monitors, and all monitors if the plan includes them. */
import type { ReactNode } from 'react';
import type { MonthReport } from '#domain/api-schemas/reports.ts';
import { formatDay } from '#domain/billing/days.ts';
import { writeMonth, writeShare } from '#domain/reports/words.ts';
import { tenantUrl } from '#lib/settings.ts';
import { upgradePath } from '#lib/upgrade-address.ts';
import { DayStrip, StripLegend } from './day-strip.tsx';
import { FailuresChart } from './failures-chart.tsx';
import { MonitorList } from './monitor-list.tsx';
import {
  availabilityChange,
  dayInMonth,
  isUnderWay,
  outageChange,
  outsideWords,
  stripOf,
} from './report-words.ts';

const number = new Intl.NumberFormat('pt-BR');

interface MonthViewProps {
  readonly report: MonthReport;
  readonly tenant: string;
  /** Plans are the owner's. */
  readonly mayUpgrade: boolean;
}

export function MonthView({ report, tenant, mayUpgrade }: MonthViewProps) {
  const url = tenantUrl(tenant);
  const days = stripOf(report, report.days);
  const monitors = (report.monitors ?? []).map(({ days }) => stripOf(report, days));
  return (
    <article aria-labelledby="mes-titulo" className="grid gap-10">
      <header className="grid gap-5">
        <div>
          <h2 id="mes-titulo" className="text-subtitle font-semibold first-letter:uppercase">
            {writeMonth(report.month)}
          </h2>
          <p className="text-ui text-ink-soft">
            {tenant}, de {formatDay(report.from)} a {formatDay(report.through)}
            {isUnderWay(report) ? '. O mês ainda está em andamento.' : ''}
          </p>
        </div>
        <Figures report={report} />
      </header>
      <Part id="dias" title="Dia a dia" className="max-w-4xl">
        <DayStrip name="Todos os monitores" days={days} />
        <StripLegend days={[days, ...monitors].flat()} outside={outsideWords(report)} />
        <h3 className="mt-4 text-base font-semibold">Falhas por dia</h3>
        {report.days.every(({ failures }) => failures === 0) ? (
          <p>Nenhum dia com falhas.</p>
        ) : (
          <>
            <p className="text-ui text-ink-soft">
              Parte das checagens de cada dia que falhou. Sem barra: sem falhas. Listrado: sem dados.
            </p>
            <FailuresChart report={report} />
          </>
        )}
        <DayTable days={report.days} caption={`Dias de ${writeMonth(report.month)}`} />
      </Part>
      {report.monitors === undefined ? (
        <>
          <Part id="piores" title="Monitores que mais falharam">
            <Worst monitors={report.worst} url={url} />
          </Part>
          <p className="max-w-prose text-ink-soft" data-print="hide">
            Cada monitor e dia, a maior queda e o tempo de resposta vêm nos relatórios detalhados, a partir do
            plano Pro.{' '}
            {mayUpgrade ? (
              <a href={upgradePath(tenant)} className="font-semibold text-ink underline">
                Mudar de plano
              </a>
            ) : null}
          </p>
        </>
      ) : (
        <Part id="monitores" title="Cada monitor">
          <MonitorList report={report} monitors={report.monitors} url={url} />
        </Part>
      )}
      <p className="max-w-prose text-ui text-ink-soft">
        Cada nova tentativa de uma checagem que falhou conta como falha; manutenção não conta. Os dias são os
        de São Paulo.
      </p>
    </article>
  );
}

function Figures({ report }: { report: MonthReport }) {
  const figures: readonly (readonly [term: string, value: string, change?: string | null])[] = [
    ['No ar', writeShare(report.availability), availabilityChange(report)],
    ['Quedas', number.format(report.incidents), outageChange(report)],
    ['Checagens', number.format(report.checks)],
    ['Dias sem dados', number.format(report.daysWithoutData)],
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 border-y border-line py-5 sm:grid-cols-4">
      {figures.map(([term, value, change = null]) => (
        <div key={term}>
          <dt className="text-ui text-ink-soft">{term}</dt>
          <dd className="display text-3xl tabular-nums">{value}</dd>
          {change === null ? null : <dd className="text-note text-ink-soft tabular-nums">{change}</dd>}
        </div>
      ))}
    </dl>
  );
}

interface PartProps {
  readonly id: string;
  readonly title: string;
  readonly className?: string;
  readonly children: ReactNode;
}

function Part({ id, title, className = '', children }: PartProps) {
  return (
    <section aria-labelledby={`${id}-titulo`} className={`grid min-w-0 gap-4 ${className}`}>
      <h2 id={`${id}-titulo`} className="text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}

function Worst({ monitors, url }: { monitors: MonthReport['worst']; url: string }) {
  if (monitors.length === 0) return <p>Nenhum monitor falhou.</p>;
  return (
    <table className="w-full max-w-prose text-ui tabular-nums">
      <thead>
        <tr className="text-ink-soft [&>th]:py-2 [&>th]:ps-3 [&>th]:text-end [&>th]:font-normal">
          <th scope="col" className="ps-0! text-start!">
            Monitor
          </th>
          <th scope="col">No ar</th>
          <th scope="col">Falhas</th>
          <th scope="col">Quedas</th>
        </tr>
      </thead>
      <tbody>
        {monitors.map(({ id, name, availability, failures, incidents }) => (
          <tr key={id} className="border-t border-line [&>td]:py-2 [&>td]:ps-3 [&>td]:text-end">
            <th scope="row" className="py-2 text-start font-semibold wrap-anywhere">
              <a
                href={`${url}/dashboard/${id}`}
                data-print="plain"
                className="underline-offset-4 hover:underline"
              >
                {name}
                <span className="sr-only"> (abre no painel)</span>
              </a>
            </th>
            <td>{writeShare(availability)}</td>
            <td>{number.format(failures)}</td>
            <td>{number.format(incidents)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The days as a table, for screen readers, copying and printing. */
function DayTable({ days, caption }: { days: MonthReport['days']; caption: string }) {
  return (
    <details className="report-days min-w-0">
      <summary className="cursor-pointer py-2.5 text-ui font-semibold">Dias em tabela</summary>
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
                key={day.day}
                className="border-t border-line [&>td]:py-1.5 [&>td]:ps-1 sm:[&>td]:ps-4 [&>td]:text-end"
              >
                <th scope="row" className="py-1.5 text-start font-semibold">
                  {dayInMonth(day.day)}
                </th>
                <td>{writeShare(day.availability)}</td>
                <td>{number.format(day.checks)}</td>
                <td>{number.format(day.failures)}</td>
                <td>{number.format(day.incidents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}
