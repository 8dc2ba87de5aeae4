/** The detailed report: each monitor's days, longest outage and response time, with search and order. */
import { useState } from 'react';
import { hasWords } from '#account/has-words.ts';
import type { MonitorReport, MonthReport } from '#domain/api-schemas/reports.ts';
import { formatDuration } from '#domain/availability/availability.ts';
import { writeCount, writeShare } from '#domain/reports/words.ts';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Select } from '#ui/select.tsx';
import { DayStrip } from './day-strip.tsx';
import { stripOf, writeMoment } from './report-words.ts';

/** More fold away behind a button; paper shows all of them. */
const SHOWN_FIRST = 10;

interface MonitorListProps {
  readonly report: MonthReport;
  readonly monitors: readonly MonitorReport[];
  /** Address of the environment. */
  readonly url: string;
}

export function MonitorList({ report, monitors, url }: MonitorListProps) {
  const [order, setOrder] = useState<MonitorOrder>('falhas');
  const [sought, setSought] = useState('');
  const [isWhole, setWhole] = useState(false);
  const found = arranged(monitors, order, sought);
  const isFolded = !isWhole && found.length > SHOWN_FIRST;
  return (
    <div className="grid gap-4">
      {monitors.length <= SHOWN_FIRST ? null : (
        <div className="grid gap-4 sm:grid-cols-2 lg:max-w-3xl" data-print="hide">
          <SearchField id="monitor-busca" label="Procurar um monitor" value={sought} onValue={setSought} />
          <Field id="monitor-ordem" label="Ordem">
            {(control) => (
              <Select
                {...control}
                value={order}
                onChange={({ target }) => setOrder(target.value as MonitorOrder)}
              >
                {Object.entries(monitorOrders).map(([id, label]) => (
                  <option key={id} value={id}>
                    {label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      <p role="status" className="sr-only">
        {sought === '' ? '' : `${writeCount(found.length, 'monitor', 'monitores')} com essas palavras`}
      </p>
      {found.length === 0 ? <p className="text-ink-soft">Nenhum monitor com essas palavras.</p> : null}
      <ul className="grid">
        {found.map((monitor, index) => (
          <MonitorRow
            key={monitor.id}
            {...{ report, monitor, url }}
            isFolded={isFolded && index >= SHOWN_FIRST}
          />
        ))}
      </ul>
      {isFolded ? (
        <div data-print="hide">
          <Button variant="secondary" onClick={() => setWhole(true)}>
            Mostrar os {found.length} monitores
          </Button>
        </div>
      ) : null}
    </div>
  );
}

interface MonitorRowProps {
  readonly report: MonthReport;
  readonly monitor: MonitorReport;
  readonly url: string;
  readonly isFolded: boolean;
}

function MonitorRow({ report, monitor, url, isFolded }: MonitorRowProps) {
  const { id, name, availability, days } = monitor;
  return (
    <li
      className={`${isFolded ? 'hidden print:grid' : 'grid'} gap-x-8 gap-y-1.5 border-t border-line py-3 [contain-intrinsic-block-size:auto_5rem] [content-visibility:auto] break-inside-avoid lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] lg:items-center print:[content-visibility:visible]`}
    >
      <div className="min-w-0">
        <h3 className="flex items-baseline justify-between gap-4 text-base font-semibold">
          <a
            href={`${url}/dashboard/${id}`}
            data-print="plain"
            className="-my-2.5 min-w-0 py-2.5 underline-offset-4 wrap-anywhere hover:underline"
          >
            {name}
            <span className="sr-only"> (abre no painel)</span>
          </a>
          <span className="shrink-0 tabular-nums">{writeShare(availability)}</span>
        </h3>
        <p className="text-note text-ink-soft">{figuresOf(monitor).join(' · ')}</p>
      </div>
      <DayStrip name={name} days={stripOf(report, days)} />
    </li>
  );
}

function figuresOf({ incidents, longestOutage, ping }: MonitorReport): string[] {
  return [
    writeCount(incidents, 'queda', 'quedas'),
    ...(longestOutage === null
      ? []
      : [`maior: ${formatDuration(longestOutage.seconds)} (${writeMoment(longestOutage.beganAt)})`]),
    ...(ping === null ? [] : [`resposta em ${ping} ms`]),
  ];
}

const monitorOrders = {
  falhas: 'Mais falhas primeiro',
  quedas: 'Mais quedas primeiro',
  resposta: 'Resposta mais lenta primeiro',
  nome: 'Por nome',
} as const;
type MonitorOrder = keyof typeof monitorOrders;

const names = new Intl.Collator('pt-BR', { numeric: true });
const byName = (a: MonitorReport, b: MonitorReport): number => names.compare(a.name, b.name);

const compare: Readonly<Record<MonitorOrder, (a: MonitorReport, b: MonitorReport) => number>> = {
  falhas: (a, b) => (a.availability ?? 1) - (b.availability ?? 1) || b.failures - a.failures,
  quedas: (a, b) => b.incidents - a.incidents || b.failures - a.failures,
  resposta: (a, b) => (b.ping ?? -1) - (a.ping ?? -1),
  nome: () => 0,
};

/** The monitors with the typed words, in this order, equal ones by name. */
function arranged(
  monitors: readonly MonitorReport[],
  order: MonitorOrder,
  sought: string,
): readonly MonitorReport[] {
  return monitors
    .filter(({ name, type }) => hasWords(`${name} ${type}`, sought))
    .toSorted((a, b) => compare[order](a, b) || byName(a, b));
}
