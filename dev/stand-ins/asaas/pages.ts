/** What a person sees: the invoice page where a payment can be paid, and `/__stand-in`. */
import { Hono } from 'hono';
import { html } from 'hono/html';
import { type Faults, faultForm, standInPage } from '../stand-in.ts';
import { inspectCard } from './inspect.ts';
import type { Ledger } from './ledger.ts';
import { Refusal } from './refusal.ts';
import type { AsaasState, AsaasStore, Payment, Settings, WebhookEvent } from './state.ts';

const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const clock = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  dateStyle: 'short',
  timeStyle: 'medium',
});

/** `2026-11-20` → `20/11/2026`; a time after the date stays. */
function readable(date: string): string {
  return date.replace(/^(\d{4})-(\d{2})-(\d{2})/, '$3/$2/$1');
}

const statusWords: Record<Payment['status'], string> = {
  PENDING: 'Aguardando pagamento',
  CONFIRMED: 'Confirmada',
  OVERDUE: 'Vencida',
  REFUNDED: 'Estornada',
  CREDIT_CARD_CAPTURE_REFUSED: 'Cartão recusado',
};

export interface PagesOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly faults: Faults;
  readonly now: () => number;
  /** Does what has become due and waits for it. */
  readonly tick: () => Promise<void>;
  readonly resumeQueue: () => void;
}

/** `/i/{payment}`: the page behind `invoiceUrl`. The card typed here is checked and forgotten. */
export function invoiceRoutes({ store, ledger, now }: PagesOptions): Hono {
  const routes = new Hono();
  routes.get('/i/:id', (c) => c.html(invoicePage(ledger.paymentOf(c.req.param('id')), '')));
  routes.post('/i/:id', async (c) => {
    const payment = ledger.paymentOf(c.req.param('id'));
    const form = await c.req.parseBody();
    try {
      const card = inspectCard(cardBodyOf(form), now());
      ledger.confirm(payment.id, ledger.issueToken(payment.customer, card));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const reason = error.errors.map(({ description }) => description).join(' ');
      return c.html(invoicePage(payment, reason), 400);
    }
    const subscription = store.state.subscriptions.find((each) => each.id === payment.subscription);
    const back = subscription?.callback?.successUrl;
    return back === undefined ? c.redirect(`/i/${c.req.param('id')}`, 303) : c.redirect(back, 303);
  });
  return routes;
}

/** The invoice form as a card body; the holder's data are the stand-in's own, the page does not ask for them. */
function cardBodyOf(form: Record<string, unknown>) {
  const [expiryMonth = '', year = ''] = String(form['validade'] ?? '').split('/');
  return {
    creditCard: {
      holderName: form['nome'],
      number: String(form['numero'] ?? '').replaceAll(/\D/g, ''),
      expiryMonth,
      expiryYear: year.length === 2 ? `20${year}` : year,
      ccv: form['cvv'],
    },
    creditCardHolderInfo: {
      name: form['nome'],
      email: 'pagador@pagador.example',
      cpfCnpj: '52998224725',
      postalCode: '01001000',
      addressNumber: '1',
      phone: '1140000000',
    },
    remoteIp: '127.0.0.1',
  };
}

function invoicePage(payment: Payment, problem: string) {
  const isOpen = !payment.deleted && !['CONFIRMED', 'REFUNDED'].includes(payment.status);
  return standInPage(
    'Fatura',
    html`<p><strong>${reais.format(payment.value)}</strong>, vencimento ${readable(payment.dueDate)}</p>
      <p>${payment.description ?? 'Sem descrição'}</p>
      <p role="status">Situação: ${payment.deleted ? 'Removida' : statusWords[payment.status]}</p>
      ${problem === '' ? '' : html`<p role="alert">${problem}</p>`}
      ${
        isOpen
          ? html`<form method="post">
              <fieldset>
                <legend>Pagar com cartão de crédito</legend>
                <label>Número <input name="numero" inputmode="numeric" autocomplete="cc-number" required /></label>
                <label>Nome no cartão <input name="nome" autocomplete="cc-name" required /></label>
                <label>Validade (MM/AA) <input name="validade" autocomplete="cc-exp" size="5" required /></label>
                <label>CVV <input name="cvv" inputmode="numeric" autocomplete="cc-csc" size="4" required /></label>
                <button>Pagar ${reais.format(payment.value)}</button>
              </fieldset>
            </form>`
          : ''
      }`,
  );
}

/** `/__stand-in` and the same actions as JSON for tests. */
export function dashboardRoutes(options: PagesOptions): Hono {
  const { store, ledger, faults, tick, resumeQueue } = options;
  const routes = new Hono();
  const actions: Record<string, (id: string) => unknown> = {
    confirm: (id) => ledger.confirm(id),
    refuse: ledger.refusePayment,
    overdue: ledger.overduePayment,
    refund: ledger.refundPayment,
  };
  /** A form on the page goes back to it; a test reads the new state. */
  const isForm = (type: string | undefined) => type?.startsWith('application/x-www-form-urlencoded') === true;

  routes.get('/__stand-in', (c) => c.html(dashboard(store.state, faults)));
  routes.get('/__stand-in/state', (c) => c.json(store.state));
  routes.post('/__stand-in/payments/:id/:action', async (c) => {
    const act = actions[c.req.param('action')];
    if (act === undefined) return c.notFound();
    act(c.req.param('id'));
    await tick();
    return isForm(c.req.header('content-type'))
      ? c.redirect('/__stand-in', 303)
      : c.json(ledger.paymentOf(c.req.param('id')));
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
        ['Assinatura', 'Cliente', 'Pedido', 'Valor', 'Ciclo', 'Próximo vencimento', 'Situação'],
        state.subscriptions
          .toReversed()
          .map((each) => [
            ...[each.id, each.customer, each.externalReference ?? '', reais.format(each.value), each.cycle],
            ...[readable(each.nextDueDate), each.deleted ? 'REMOVIDA' : each.status],
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
    ${button(`${path}/overdue`, 'Vencer')} ${button(`${path}/refund`, 'Estornar')}`,
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
