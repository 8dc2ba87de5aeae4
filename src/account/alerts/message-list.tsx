/** The newest messages, and what became of each. */
import type { AlertsView, SentAlert } from '#domain/api-schemas/alerts.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/section.tsx';

const providers = { email: 'ao provedor de e-mail', telegram: 'ao Telegram' } as const;

function outcomeOf({ state, kind, detail, settledAt }: SentAlert): string {
  if (state === 'sent') {
    const handedOver = `entregue ${providers[kind]}${settledAt === null ? '' : ` em ${formatMoment(settledAt)}`}`;
    return detail === null ? handedOver : `${handedOver}, ${detail}`;
  }
  if (state === 'unclear') return `talvez entregue: ${detail ?? 'o provedor não respondeu'}`;
  if (state === 'refused') return `recusado: ${detail ?? 'sem motivo'}`;
  return detail === null ? 'aguarda a vez' : `aguarda: ${detail}`;
}

const tones = { sent: 'signal', waiting: 'neutral', refused: 'down', unclear: 'maintenance' } as const;
const stateNames: Readonly<Record<SentAlert['state'], string>> = {
  sent: 'Entregue',
  waiting: 'Aguarda',
  refused: 'Recusado',
  unclear: 'Talvez entregue',
};

export function MessageList({ view: { messages } }: { readonly view: AlertsView }) {
  return (
    <Section id="enviados-titulo" title="Avisos enviados">
      {messages.length === 0 ? (
        <p className="max-w-prose text-ink-soft">{message('alerts.none-sent')}</p>
      ) : (
        <ol className="grid [&>li+li]:border-t [&>li+li]:border-line">
          {messages.map((each) => (
            <li key={each.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <p className="min-w-0 font-semibold wrap-anywhere">{each.subject}</p>
                <Badge tone={tones[each.state]}>{stateNames[each.state]}</Badge>
              </div>
              <ul className="grid gap-1 text-ink-soft">
                {each.lines.map((line) => (
                  <li key={line} className="wrap-anywhere">
                    {line}
                  </li>
                ))}
              </ul>
              <p className="text-ui text-ink-soft wrap-anywhere">
                {formatMoment(each.createdAt)}, para {each.recipient}: {outcomeOf(each)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
