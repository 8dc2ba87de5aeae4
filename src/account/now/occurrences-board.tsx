/** The list of falls after the sign-in: by day, a filter by monitor, and the same as CSV. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Occurrence, Occurrences, occurrencesEndpoint } from '#domain/api-schemas/now.ts';
import { businessDay } from '#domain/billing/days.ts';
import { message } from '#domain/messages/now.ts';
import { timeAt } from '#domain/now/headline.ts';
import { whyDown } from '#domain/now/words.ts';
import { atTime } from '#domain/text/time-of-day.ts';
import { Gated } from '#form/gate/gated.tsx';
import { useCaller } from '#form/gate/use-caller.ts';
import { ask } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import { withQueries } from '#session/queries.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { lengthOf, occurrencesCsv } from './occurrence-words.ts';

export const OccurrencesBoard = withQueries(function Board() {
  const caller = useCaller();
  const read = useQuery({
    queryKey: ['occurrences'],
    enabled: caller.mayRead,
    queryFn: ({ signal }) => ask(occurrencesEndpoint, Occurrences, { signal }),
    refetchOnWindowFocus: true,
  });
  return (
    <Gated
      caller={caller}
      read={read}
      loading={message('occurrences.loading')}
      failed={message('occurrences.failed-title')}
    >
      {(answer) => <List answer={answer} />}
    </Gated>
  );
});

/** Monitors by name; two of one name are told apart by their number. */
function monitorsIn(occurrences: readonly Occurrence[]): readonly (readonly [id: string, name: string])[] {
  const names = new Map(occurrences.map(({ monitor }) => [String(monitor.id), monitor.name]));
  return [...names].toSorted((a, b) => a[1].localeCompare(b[1], 'pt-BR', { numeric: true }));
}

const dayFormat = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', dateStyle: 'full' });

/** Falls by the day on which they began, in São Paulo. */
function daysOf(occurrences: readonly Occurrence[]): readonly (readonly [day: string, of: Occurrence[]])[] {
  const days = new Map<string, Occurrence[]>();
  for (const each of occurrences) {
    const day = businessDay(each.since);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  return [...days];
}

function List({ answer: { tenant, url, occurrences, isComplete } }: { readonly answer: Occurrences }) {
  const [monitor, setMonitor] = useState('');
  const shown = occurrences.filter((each) => monitor === '' || String(each.monitor.id) === monitor);
  if (occurrences.length === 0) return <p>{message('occurrences.none')}</p>;
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end gap-4" data-print="hide">
        <Field id="monitor" label="Monitor" className="w-full sm:w-auto sm:min-w-64">
          {(control) => (
            <Select {...control} value={monitor} onChange={({ target }) => setMonitor(target.value)}>
              <option value="">Todos</option>
              {monitorsIn(occurrences).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button
          variant="secondary"
          onClick={() =>
            saveFile(`quedas-${tenant}.csv`, 'text/csv;charset=utf-8', occurrencesCsv(shown, Date.now()))
          }
        >
          Baixar planilha (CSV)
        </Button>
      </div>
      <p role="status" className="sr-only">
        {shown.length === 1 ? '1 queda' : `${shown.length} quedas`}
      </p>
      {daysOf(shown).map(([day, falls]) => (
        <section key={day} aria-labelledby={`dia-${day}`} className="grid max-w-4xl gap-1">
          <h2 id={`dia-${day}`} className="text-lg first-letter:uppercase">
            {dayFormat.format(Date.parse(`${day}T00:00:00Z`))}
          </h2>
          <ol className="grid [&>li+li]:border-t [&>li+li]:border-line">
            {falls.map((each) => (
              <Fall key={each.fall} occurrence={each} url={url} />
            ))}
          </ol>
        </section>
      ))}
      {isComplete ? null : (
        <p className="text-ink-soft">{message('occurrences.cut', { count: occurrences.length })}</p>
      )}
    </div>
  );
}

interface FallProps {
  readonly occurrence: Occurrence;
  readonly url: string;
}

function Fall({ occurrence, url }: FallProps) {
  const { monitor, since, until, message: said, told, seen } = occurrence;
  const now = Date.now();
  const why = whyDown(occurrence, now);
  return (
    <li className="grid gap-x-8 gap-y-1 py-4 sm:grid-cols-[11rem_minmax(0,1fr)]">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 tabular-nums sm:grid sm:content-start sm:justify-items-start">
        <span className="font-semibold">
          {timeAt(since, since)}
          {until === null ? '' : ` a ${timeAt(until, since)}`}
        </span>
        {until === null ? <Badge tone="down">Fora do ar</Badge> : null}
        <span className="text-ui text-ink-soft">{lengthOf(occurrence, now)}</span>
      </p>
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <h3 className="text-base font-semibold">
          <a href={`${url}/dashboard/${monitor.id}`} className="underline-offset-4 hover:underline">
            {monitor.name}
            <span className="sr-only"> (abre no painel)</span>
          </a>
          {monitor.address === null || monitor.address === monitor.name ? null : (
            <span className="font-normal text-ink-soft"> {monitor.address}</span>
          )}
        </h3>
        {why === '' ? null : <p className="first-letter:uppercase">{why}</p>}
        {said === '' || said === why ? null : <p className="font-code text-note text-ink-soft">{said}</p>}
        <p className="text-ui text-ink-soft">
          {told.length === 0
            ? 'Não consta aviso entregue desta queda.'
            : `Avisados: ${told.map(({ recipient, at }) => `${recipient} ${atTime(timeAt(at, since))}`).join(', ')}.`}
        </p>
        {seen === null ? null : (
          <p className="text-ui text-ink-soft">
            {seen.by} disse que estava vendo {atTime(timeAt(seen.at, since))}.
          </p>
        )}
      </div>
    </li>
  );
}
