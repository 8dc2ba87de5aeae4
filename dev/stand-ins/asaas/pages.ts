/** `/__stand-in`: the state, and the buttons. */
import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type Faults, faultForm, standInPage } from '../stand-in.ts';
import { totalOf } from './checkouts.ts';
import { type ControlsOptions, controlRoutes } from './controls.ts';
import type { Payment } from './objects.ts';
import type { AsaasState, WebhookEvent } from './state.ts';
import {
  checkoutWords,
  clock,
  invoiceModeWords,
  invoiceWords,
  readable,
  reais,
  statusWords,
} from './words.ts';

export interface PagesOptions extends ControlsOptions {
  readonly faults: Faults;
}

/** Routes of `/__stand-in` and its buttons. */
export function dashboardRoutes(options: PagesOptions): Hono {
  const routes = new Hono();
  routes.get('/__stand-in', (c) => c.html(dashboard(options.store.state, options.faults)));
  routes.route('/', controlRoutes(options));
  return routes;
}

function dashboard(state: AsaasState, faults: Faults) {
  const { settings, queue } = state;
  return standInPage(
    'Pagamentos (Asaas)',
    html`${faultForm(faults)}
      <form method="post" action="/__stand-in/settings">
        <fieldset>
          <legend>Confirmação de pagamentos com cartão</legend>
          <select name="confirmMode">
            <option value="automatic" ${settings.confirmMode === 'automatic' ? 'selected' : ''}>Sozinha</option>
            <option value="manual" ${settings.confirmMode === 'manual' ? 'selected' : ''}>Só pelo botão</option>
          </select>
          <label>Depois de (ms)
            <input name="confirmAfterMs" inputmode="numeric" size="6" value="${settings.confirmAfterMs}" />
          </label>
          <label><input type="checkbox" name="declinesCharges" ${checked(settings.declinesCharges)} />
            Recusar cobranças pedidas</label>
          <label><input type="checkbox" name="declinesRenewals" ${checked(settings.declinesRenewals)} />
            Recusar renovações</label>
          <label>Notas fiscais novas
            <select name="invoiceMode">
              ${Object.entries(invoiceModeWords).map(
                ([mode, words]) =>
                  html`<option value="${mode}" ${settings.invoiceMode === mode ? 'selected' : ''}>${words}</option>`,
              )}
            </select></label>
          <label><input type="checkbox" name="needsReformCodes" ${checked(settings.fiscalRegime === 'normal')} />
            Exigir os códigos de IBS e CBS nas notas</label>
          <label><input type="checkbox" name="deniesCancellations" ${checked(settings.deniesCancellations)} />
            Negar o cancelamento de notas</label>
          <button>Aplicar</button>
        </fieldset>
      </form>
      <div>Faz o que a operadora teria feito até hoje: gera as próximas cobranças, cobra as que vencem, vence as que
        ficaram. ${button('/__stand-in/advance', 'Avançar até hoje')}</div>
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
            button(`/__stand-in/subscriptions/${each.id}/renew`, 'Renovar agora'),
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
          html`${button(`/__stand-in/checkouts/${each.id}/pay`, 'Pagar')}
            ${button(`/__stand-in/checkouts/${each.id}/expire`, 'Expirar')}`,
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
          html`${button(`/__stand-in/invoices/${each.id}/authorize`, 'Emitir')}
            ${button(`/__stand-in/invoices/${each.id}/fail`, 'Recusar')}
            ${button(`/__stand-in/invoices/${each.id}/cancel`, 'Cancelar')}`,
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
        ${button('/__stand-in/queue/resume', 'Retomar a fila')}</div>
      ${table(['Evento', 'Tipo', 'Criado', 'Tentativas', 'Entregue', 'Ações'], state.events.toReversed().map(eventRow))}`,
  );
}

function paymentRow(payment: Payment): unknown[] {
  const path = `/__stand-in/payments/${payment.id}`;
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
    button(`/__stand-in/events/${encodeURIComponent(event.id)}/replay`, 'Reenviar'),
  ];
}

const checked = (isOn: boolean | undefined) => (isOn === true ? raw('checked') : '');

function button(action: string, label: string) {
  return html`<form method="post" action="${action}"><button>${label}</button></form>`;
}

function table(heads: readonly string[], rows: readonly unknown[][]) {
  if (rows.length === 0) return html`<p>Nada ainda.</p>`;
  return html`<table>
    <thead><tr>${heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`)}</tbody>
  </table>`;
}
