/** The newest messages, and what became of each. */
import type { AlertsView, SentAlert } from '#domain/api-schemas/alerts.ts';
import { formatMoment } from '#domain/billing/days.ts';
import { message } from '#domain/messages/alerts.ts';
import { Badge } from '#ui/badge.tsx';
import { Section } from '#ui/section.tsx';

const providers = { email: 'ao provedor de e-mail', telegram: 'ao Telegram' } as const;

function outcomeOf({ estado, tipo, detalhe, entregueEm }: SentAlert): string {
  if (estado === 'entregue') {
    const handedOver = `entregue ${providers[tipo]}${entregueEm === undefined ? '' : ` em ${formatMoment(entregueEm)}`}`;
    return detalhe === undefined ? handedOver : `${handedOver}, ${detalhe}`;
  }
  if (estado === 'talvez') return `talvez entregue: ${detalhe ?? 'o provedor não respondeu'}`;
  if (estado === 'recusado') return `recusado: ${detalhe ?? 'sem motivo'}`;
  return detalhe === undefined ? 'aguarda a vez' : `aguarda: ${detalhe}`;
}

const tones = { entregue: 'signal', aguarda: 'neutral', recusado: 'down', talvez: 'maintenance' } as const;
const stateNames = {
  entregue: 'Entregue',
  aguarda: 'Aguarda',
  recusado: 'Recusado',
  talvez: 'Talvez entregue',
} as const;

export function MessageList({ view: { mensagens } }: { readonly view: AlertsView }) {
  return (
    <Section id="enviados-titulo" title="Avisos enviados">
      {mensagens.length === 0 ? (
        <p className="max-w-prose text-ink-soft">{message('alerts.none-sent')}</p>
      ) : (
        <ol className="grid [&>li+li]:border-t [&>li+li]:border-line">
          {mensagens.map((each) => (
            <li key={each.id} className="grid gap-1 py-3 first:pt-0 last:pb-0">
              <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
                <p className="min-w-0 font-semibold wrap-anywhere">{each.assunto}</p>
                <Badge tone={tones[each.estado]}>{stateNames[each.estado]}</Badge>
              </div>
              <ul className="grid gap-1 text-ink-soft">
                {each.linhas.map((line) => (
                  <li key={line} className="wrap-anywhere">
                    {line}
                  </li>
                ))}
              </ul>
              <p className="text-ui text-ink-soft wrap-anywhere">
                {formatMoment(each.criadoEm)}, para {each.destinatario}: {outcomeOf(each)}
              </p>
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
