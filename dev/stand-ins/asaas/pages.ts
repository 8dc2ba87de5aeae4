/** The page `/__stand-in`: the state, and the buttons. */
import { html } from 'hono/html';
import { button, table } from '../control-page.ts';
import { totalOf } from './checkouts.ts';
import type { Payment } from './objects.ts';
import type { AsaasState, WebhookEvent } from './state.ts';
import { checkoutWords, clock, invoiceWords, readable, reais, statusWords } from './words.ts';

/** @param settings The form of the settings. */
export function dashboard(state: AsaasState, settings: unknown) {
  const { queue } = state;
  return html`${settings}
      <div>Faz o que a operadora teria feito até hoje: gera as próximas cobranças, cobra as que vencem, vence as que
        ficaram. ${button('advance', 'Avançar até hoje')}</div>
      <p>Cartão aprovado: <code>4111 1111 1111 1111</code>. Recusados: <code>5184 0197 4037 3151</code> e
        <code>4916 5613 5824 0741</code>. Validade futura e CVV quaisquer.</p>
      <h2>Cobranças</h2>
      ${table(['Cobrança', 'Pedido', 'Valor', 'Vencimento', 'Situação', 'Ações'], state.payments.toReversed().map(paymentRow))}
      <h2>Assinaturas</h2>
      ${table(
        ['Assinatura', 'Cliente', 'Pedido', 'Valor', 'Ciclo', 'Próximo vencimento', 'Situação', 'Ações'],
        state.subscriptions
          .toReversed()
          .map((each) => [
            each.id,
            each.customer,
            each.externalReference ?? '',
            reais.format(each.value),
            each.cycle,
            readable(each.nextDueDate),
            each.deleted ? 'REMOVIDA' : each.status,
            button(`subscriptions/${each.id}/renew`, 'Renovar agora'),
          ]),
      )}
      <h2>Checkouts</h2>
      ${table(
        ['Checkout', 'Referência', 'Valor', 'Situação', 'Ações'],
        state.checkouts.toReversed().map((each) => [
          html`<a href="/checkoutSession/show?id=${each.id}">${each.id}</a>`,
          each.externalReference ?? '',
          reais.format(totalOf(each)),
          checkoutWords[each.status],
          html`${button(`checkouts/${each.id}/pay`, 'Pagar')}
            ${button(`checkouts/${each.id}/expire`, 'Expirar')}`,
        ]),
      )}
      <h2>Notas fiscais</h2>
      ${table(
        ['Nota', 'Cobrança', 'Valor', 'Número', 'Situação', 'Motivo', 'Ações'],
        state.invoices.toReversed().map((each) => [
          each.id,
          each.payment,
          reais.format(each.value),
          each.number ?? '',
          invoiceWords[each.status],
          each.statusDescription ?? '',
          html`${button(`invoices/${each.id}/authorize`, 'Emitir')}
            ${button(`invoices/${each.id}/fail`, 'Recusar')}
            ${button(`invoices/${each.id}/cancel`, 'Cancelar')}`,
        ]),
      )}
      <h2>Clientes</h2>
      ${table(
        ['Cliente', 'Nome', 'E-mail', 'CPF ou CNPJ', 'Referência'],
        state.customers
          .toReversed()
          .map((each) => [each.id, each.name, each.email ?? '', each.cpfCnpj, each.externalReference ?? '']),
      )}
      <h2>Avisos (webhook)</h2>
      <div>Fila: ${queue.isInterrupted ? 'parada' : 'andando'}, ${queue.failuresInARow} falha(s) seguida(s).
        ${button('queue/resume', 'Retomar a fila')}</div>
      ${table(['Evento', 'Tipo', 'Criado', 'Tentativas', 'Entregue', 'Ações'], state.events.toReversed().map(eventRow))}`;
}

function paymentRow(payment: Payment): unknown[] {
  const path = `payments/${payment.id}`;
  const invoice = `/i/${payment.id.slice('pay_'.length)}`;
  return [
    html`<a href="${invoice}">${payment.id}</a>`,
    payment.externalReference ?? '',
    reais.format(payment.value),
    readable(payment.dueDate),
    payment.deleted ? 'Removida' : statusWords[payment.status],
    html`${button(`${path}/confirm`, 'Confirmar')} ${button(`${path}/refuse`, 'Recusar')}
    ${button(`${path}/overdue`, 'Vencer')} ${button(`${path}/refund`, 'Estornar')}
    ${button(`${path}/chargeback`, 'Contestar')} ${button(`${path}/dispute`, 'Disputar')}
    ${button(`${path}/win`, 'Ganhar a disputa')} ${button(`${path}/lose`, 'Perder a disputa')}`,
  ];
}

function eventRow(event: WebhookEvent): unknown[] {
  const attempts = event.attempts.map(({ status }) => status ?? 'sem resposta').join(', ');
  return [
    event.id,
    event.body.event,
    readable(String(event.body['dateCreated'] ?? '')),
    attempts === '' ? 'nenhuma' : attempts,
    event.deliveredAt === null ? 'não' : clock.format(event.deliveredAt),
    button(`events/${encodeURIComponent(event.id)}/replay`, 'Reenviar'),
  ];
}
