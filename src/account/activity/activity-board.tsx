/** The activity page after the sign-in: a filter by subject, the list, and the same as CSV. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type ActivitySubject,
  activitySubjects,
  activityWords,
  subjectOfKind,
} from '#domain/activity/kinds.ts';
import { ActivityAnswer, activityEndpoint } from '#domain/api-schemas/activity.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/activity.ts';
import { Gated } from '#form/gate/gated.tsx';
import { useCaller } from '#form/gate/use-caller.ts';
import { ask } from '#lib/api.ts';
import { saveFile } from '#lib/save-file.ts';
import { withQueries } from '#session/queries.tsx';
import { Button } from '#ui/button.tsx';
import { Field } from '#ui/field.tsx';
import { Select } from '#ui/select.tsx';
import { activityCsv, actorWords } from './activity-csv.ts';

export const ActivityBoard = withQueries(function Board() {
  const caller = useCaller();
  const read = useQuery({
    queryKey: ['activity'],
    enabled: caller.mayRead,
    queryFn: ({ signal }) => ask(activityEndpoint, ActivityAnswer, { signal }),
  });
  return (
    <Gated
      caller={caller}
      read={read}
      loading={message('activity.loading')}
      failed={message('activity.failed-title')}
    >
      {(answer) => <History answer={answer} />}
    </Gated>
  );
});

function History({ answer: { tenant, activities, isComplete } }: { readonly answer: ActivityAnswer }) {
  const [subject, setSubject] = useState<ActivitySubject | ''>('');
  const shown = activities.filter(({ kind }) => subject === '' || subjectOfKind(kind) === subject);
  return (
    <div className="grid gap-8">
      <div className="flex flex-wrap items-end gap-4" data-print="hide">
        <Field id="assunto" label="Assunto" className="min-w-56">
          {(aria) => (
            <Select
              {...aria}
              value={subject}
              onChange={(event) => setSubject(event.target.value as ActivitySubject | '')}
            >
              <option value="">Todos</option>
              {Object.entries(activitySubjects).map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button
          variant="secondary"
          onClick={() => saveFile(`atividade-${tenant}.csv`, 'text/csv;charset=utf-8', activityCsv(shown))}
        >
          Baixar planilha (CSV)
        </Button>
      </div>
      <p role="status" className="sr-only">
        {shown.length === 1 ? '1 acontecimento' : `${shown.length} acontecimentos`}
      </p>
      {shown.length === 0 ? (
        <p className="text-ink-soft">{message('activity.none')}</p>
      ) : (
        <ol className="grid max-w-3xl [&>li+li]:border-t [&>li+li]:border-line">
          {shown.map(({ id, at, kind, about, who }) => (
            <li key={id} className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[11rem_1fr]">
              <time dateTime={at} className="text-ui text-ink-soft">
                {formatMoment(at)}
              </time>
              <p className="min-w-0 wrap-anywhere">
                <span className="font-semibold">{actorWords(who)}</span> {activityWords(kind, about)}
              </p>
            </li>
          ))}
        </ol>
      )}
      {isComplete ? null : (
        <p className="text-ink-soft">{message('activity.cut', { count: activities.length })}</p>
      )}
    </div>
  );
}
