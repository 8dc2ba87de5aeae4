/** `/__stand-in`: what it holds, and the levers. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Faults, faultForm, standInPage } from '../stand-in.ts';
import { type Checkouts, totalOf } from './checkouts.ts';
import type { Ledger } from './ledger.ts';
import type { AsaasState, AsaasStore, Payment, Settings, WebhookEvent } from './state.ts';
import { checkoutWords, clock, readable, reais, statusWords } from './words.ts';

export interface PagesOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly checkouts: Checkouts;
  readonly faults: Faults;
  readonly now: () => number;
  /** Does what has become due and waits for it. */
  readonly tick: () => Promise<void>;
  readonly resumeQueue: () => void;
}

/** Who pays by the lever. */
const somebody = { name: 'Pagador', email: 'pagador@pagador.example', cpfCnpj: '52998224725' };

/** `/__stand-in` and the same actions as JSON for tests. */
export function dashboardRoutes(options: PagesOptions): Hono {
  const { store, ledger, checkouts, faults, tick, resumeQueue } = options;
  const routes = new Hono();
  /** `{kind}/{action}` of the levers; each answers with what it changed. */
  const actions: Record<string, (id: string) => object> = {
    'payments/confirm': (id) => ledger.confirm(id),
    'payments/refuse': ledger.refusePayment,
    'payments/overdue': ledger.overduePayment,
    'payments/refund': ledger.refundPayment,
    'payments/chargeback': ledger.disputePayment,
    'subscriptions/renew': ledger.renew,
    'checkouts/expire': checkouts.expire,
    'checkouts/pay': (id) =>
      checkouts.pay(id, somebody, { lastFour: '1111', brand: 'VISA', remoteIp: '127.0.0.1' }),
  };
  /** A form on the page goes back to it; a test reads the new state. */
  const isForm = (type: string | undefined) => type?.startsWith('application/x-www-form-urlencoded') === true;

  routes.get('/__stand-in', (c) => c.html(dashboard(store.state, faults)));
  routes.get('/__stand-in/state', (c) => c.json(store.state));
  routes.delete('/__stand-in/state', (c) => {
    store.forget();
    return c.body(null, 204);
  });
  routes.post('/__stand-in/:kind{payments|subscriptions|checkouts}/:id/:action', async (c) => {
    const act = actions[`${c.req.param('kind')}/${c.req.param('action')}`];
    if (act === undefined) return c.notFound();
    const changed = act(c.req.param('id'));
    await tick();
    return isForm(c.req.header('content-type')) ? c.redirect('/__stand-in', 303) : c.json(changed);
  });
  routes.post('/__stand-in/events/:id/replay', async (c) => {
    ledger.replay(c.req.param('id'));
    await tick();
    if (isForm(c.req.header('content-type'))) return c.redirect('/__stand-in', 303);
    return c.json(store.state.events.filter((each) => each.id === c.req.param('id')));
  });
  routes.post('/__stand-in/queue/resume', async (c) => {
    resumeQueue();
    await tick();
    return isForm(c.req.header('content-type')) ? c.redirect('/__stand-in', 303) : c.json(store.state.queue);
  });
  routes.patch('/__stand-in/settings', async (c) => {
    Object.assign(store.state.settings, await c.req.json<Partial<Settings>>());
    store.save();
    return c.json(store.state.settings);
  });
  routes.post('/__stand-in/settings', async (c) => {
    const form = await c.req.parseBody();
    const confirmMode = form['confirmMode'] === 'manual' ? 'manual' : 'automatic';
    Object.assign(store.state.settings, {
      confirmMode,
      confirmAfterMs: Number(form['confirmAfterMs'] ?? 1500),
    });
    store.save();
    return c.redirect('/__stand-in', 303);
  });
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
          <button>Aplicar</button>
        </fieldset>
      </form>
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
            ...[each.id, each.customer, each.externalReference ?? '', reais.format(each.value), each.cycle],
            ...[readable(each.nextDueDate), each.deleted ? 'REMOVIDA' : each.status],
            button(`/__stand-in/subscriptions/${each.id}/renew`, 'Renovar agora'),
          ]),
      )}
      <h2>Checkouts</h2>
      ${table(
        ['Checkout', 'Referência', 'Valor', 'Situação', 'Ações'],
        state.checkouts.toReversed().map((each) => [
          html`<a href="/checkoutSession/show?id=${each.id}">${each.id}</a>`,
          ...[each.externalReference ?? '', reais.format(totalOf(each)), checkoutWords[each.status]],
          html`${button(`/__stand-in/checkouts/${each.id}/pay`, 'Pagar')}
            ${button(`/__stand-in/checkouts/${each.id}/expire`, 'Expirar')}`,
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
    ${button(`${path}/chargeback`, 'Contestar')}`,
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
