/** The messages to support after the sign-in: number, subject, when, until when, and what became of each. */
import { useQuery } from '@tanstack/react-query';
import { OwnMessages } from '#domain/api-schemas/support.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/support.ts';
import { answerSentence, promisedAnswer } from '#domain/support/answer-days.ts';
import { ownMessagesEndpoint } from '#domain/support/support-pages.ts';
import { lowerFirst } from '#domain/text/lower-first.ts';
import { Loaded } from '#form/loaded.tsx';
import { ask } from '#lib/api.ts';
import { catalog } from '#lib/catalog.ts';
import { withQueries } from '#session/queries.tsx';
import { Badge, type BadgeTone } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { FactList } from '#ui/fact-list.tsx';

export const MessagesBoard = withQueries(function Board() {
  const read = useQuery({
    queryKey: ['support-messages'],
    queryFn: ({ signal }) => ask(ownMessagesEndpoint, OwnMessages, { signal }),
    refetchOnWindowFocus: true,
  });
  return (
    <Loaded
      read={read}
      loading={message('support.messages-loading')}
      failed={message('support.messages-failed')}
    >
      {(own) => <List {...own} />}
    </Loaded>
  );
});

type Written = OwnMessages['messages'][number];

const List = ({ messages, plan, isOwner }: OwnMessages) => (
  <div className="grid max-w-4xl gap-6">
    <AnswerTimes plan={plan} isOwner={isOwner} />
    <p className="max-w-prose text-ink-soft">{message('support.messages-which')}</p>
    <Button href="/suporte" className="justify-self-start">
      Escrever ao suporte
    </Button>
    {messages.length === 0 ? (
      <p>{message('support.messages-none')}</p>
    ) : (
      <ol className="grid gap-4">
        {messages.map((each) => (
          <Message key={`${each.number} ${each.at}`} written={each} />
        ))}
      </ol>
    )}
  </div>
);

/** How soon the next message is answered, and how soon on the next larger plan. */
function AnswerTimes({ plan, isOwner }: Pick<OwnMessages, 'plan' | 'isOwner'>) {
  const { name, highlights } = catalog.plan(plan ?? 'free');
  const { isAroundTheClock } = promisedAnswer(highlights);
  const next = plan === null ? undefined : catalog.next(plan);
  return (
    <section aria-labelledby="prazo-titulo" className="grid max-w-prose gap-1">
      <h2 id="prazo-titulo" className="text-lg">
        {answerSentence(highlights)}
      </h2>
      <p className="text-ink-soft">
        {plan === null ? null : `É o prazo do plano ${name}. `}
        {isAroundTheClock ? null : message('support.business-hours')}
      </p>
      {next === undefined ? null : (
        <p className="text-ink-soft">
          No {next.name}: {lowerFirst(answerSentence(next.highlights))}.{' '}
          {isOwner ? (
            <a href="/upgrade" className="font-semibold text-ink underline underline-offset-4">
              Ver os planos
            </a>
          ) : null}
        </p>
      )}
    </section>
  );
}

/** What became of it, at this moment. */
function stateOf({ dueAt, answeredAt }: Written): readonly [tone: BadgeTone, words: string] {
  if (answeredAt !== null) return ['signal', 'Respondida'];
  return dueAt < Date.now() ? ['down', 'Passou do prazo'] : ['neutral', 'Esperando resposta'];
}

function Message({ written }: { readonly written: Written }) {
  const { number, subject, at, dueAt, answeredAt } = written;
  const [tone, words] = stateOf(written);
  return (
    <li className="grid gap-3 rounded-xl border border-line-strong bg-surface p-5 sm:px-7">
      <div className="flex flex-wrap items-baseline justify-between gap-3">
        <h2 className="min-w-0 text-lg wrap-anywhere">{subject}</h2>
        <Badge tone={tone}>{words}</Badge>
      </div>
      <FactList
        isTight
        rows={[
          ['Número', number],
          ['Enviada em', formatMoment(at)],
          ['Responder até', formatMoment(dueAt)],
          ...(answeredAt === null ? [] : [['Respondida em', formatMoment(answeredAt)] as const]),
        ]}
      />
    </li>
  );
}
