/** The newest messages, coloured by what they tell, and in small what became of each. */
import { useState } from 'react';
import { clockFor } from '#domain/alerts/clock.ts';
import type { AlertsView, SentAlert } from '#domain/api-schemas/alerts.ts';
import { BUSINESS_TIME_ZONE, formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { Badge } from '#ui/badge.tsx';
import { Field } from '#ui/field.tsx';
import { Section } from '#ui/section.tsx';
import { Select } from '#ui/select.tsx';

/** What an accepted message is said to be: Teams has only taken it. */
const handedOver: Readonly<Record<SentAlert['kind'], string>> = {
  email: 'entregue ao provedor de e-mail',
  telegram: 'entregue ao Telegram',
  slack: 'entregue ao Slack',
  discord: 'entregue ao Discord',
  teams: 'aceito pelo Teams',
  webhook: 'aceito pelo endereço',
};

/** From this part of the day's share on the page says what follows. */
const NEAR = 0.8;

/** With the day where it is another one than the message's. */
const whenOf = (at: number, createdAt: number): string => clockFor(BUSINESS_TIME_ZONE, createdAt).at(at);

function outcomeOf({ state, kind, detail, settledAt, createdAt }: SentAlert): string {
  if (state === 'sent') {
    const outcome = `${handedOver[kind]}${settledAt === null ? '' : ` ${whenOf(settledAt, createdAt)}`}`;
    return detail === null ? outcome : `${outcome}, ${detail}`;
  }
  if (state === 'unclear') return `talvez entregue: ${detail ?? 'o provedor não respondeu'}`;
  if (state === 'refused') return `recusado: ${detail ?? 'sem motivo'}`;
  return detail === null ? 'aguarda a vez' : `aguarda: ${detail}`;
}

const names = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

/** By what a message tells; its delivery has no colour. */
const edges: Readonly<Record<NonNullable<SentAlert['tone']>, string>> = {
  down: 'border-s-down',
  up: 'border-s-pill',
  warning: 'border-s-maintenance',
  neutral: 'border-s-line-strong',
};

const ALL = '';

export function MessageList({ view: { messages, share } }: { readonly view: AlertsView }) {
  const [chosen, setChosen] = useState(ALL);
  const recipients = [...new Set(messages.map(({ recipient }) => recipient))];
  // Who was removed has no messages left.
  const who = recipients.includes(chosen) ? chosen : ALL;
  const shown = messages.filter(({ recipient }) => who === ALL || recipient === who);
  const isNear = share.sent >= share.limit * NEAR;
  const used = {
    enviados: share.sent.toLocaleString('pt-BR'),
    limite: share.limit.toLocaleString('pt-BR'),
  };
  return (
    <Section
      id="enviados-titulo"
      title="Avisos enviados"
      {...(isNear ? { mark: <Badge tone="maintenance">Perto da cota do dia</Badge> } : {})}
    >
      {recipients.length > 1 ? (
        <Field id="enviados-a" label="Mandados a" className="max-w-sm">
          {(control) => (
            <Select {...control} value={who} onChange={({ target }) => setChosen(target.value)}>
              <option value={ALL}>Todos</option>
              {recipients.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ) : null}
      {messages.length === 0 ? (
        <p className="max-w-prose text-ink-soft">{message('alerts.none-sent')}</p>
      ) : (
        <ol className="grid gap-4">
          {toldOnce(shown).map((sent) => (
            <Told key={sent[0].id} sent={sent} />
          ))}
        </ol>
      )}
      <p className="text-ui text-ink-soft">{message(isNear ? 'alerts.share-near' : 'alerts.share', used)}</p>
    </Section>
  );
}

/** The same words to several recipients. */
type SameWords = readonly [SentAlert, ...SentAlert[]];

/** Neighbours that say the same are one: what is read is the news, not the copies of it. */
function toldOnce(messages: readonly SentAlert[]): readonly SameWords[] {
  const told: [SentAlert, ...SentAlert[]][] = [];
  for (const each of messages) {
    const last = told.at(-1);
    if (last !== undefined && saysTheSame(last[0], each)) last.push(each);
    else told.push([each]);
  }
  return told;
}

const saysTheSame = (one: SentAlert, other: SentAlert): boolean =>
  one.subject === other.subject && one.lines.join('\n') === other.lines.join('\n');

function Told({ sent }: { readonly sent: SameWords }) {
  const { subject, lines, tone = 'neutral' } = sent[0];
  return (
    <li className={`grid min-w-0 gap-1 border-s-4 ps-4 ${edges[tone]}`}>
      <p className={`font-semibold wrap-anywhere ${tone === 'down' ? 'text-down-text' : ''}`}>{subject}</p>
      <ul className="grid gap-1 text-ink-soft">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
      {outcomesOf(sent).map(([words, to]) => (
        <Outcome key={words} to={to} />
      ))}
    </li>
  );
}

/** When and what became of it, and at whom: the same outcome is said once. */
function outcomesOf(sent: SameWords): readonly (readonly [words: string, to: SameWords])[] {
  const outcomes = new Map<string, [SentAlert, ...SentAlert[]]>();
  for (const each of sent) {
    const words = `${formatMoment(each.createdAt)}: ${outcomeOf(each)}`;
    const same = outcomes.get(words);
    if (same === undefined) outcomes.set(words, [each]);
    else same.push(each);
  }
  return [...outcomes];
}

function Outcome({ to }: { readonly to: SameWords }) {
  const [first] = to;
  const isBad = first.state === 'refused' || first.state === 'unclear';
  return (
    <p className={`text-ui wrap-anywhere ${isBad ? 'text-maintenance-text' : 'text-ink-soft'}`}>
      {formatMoment(first.createdAt)}, para {names.format(to.map(({ recipient }) => recipient))}:{' '}
      {outcomeOf(first)}
    </p>
  );
}
