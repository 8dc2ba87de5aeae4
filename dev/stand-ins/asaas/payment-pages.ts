/** The processor's pages for customers: the invoice behind `invoiceUrl`, and the hosted page of a checkout. */
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { standInPage } from '../control-page.ts';
import { type Checkouts, totalOf } from './checkouts.ts';
import { inspectCard, inspectCustomer } from './inspect.ts';
import type { Invoices } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import type { Checkout, Payment } from './objects.ts';
import { isOpen } from './payments.ts';
import { type Body, Refusal } from './refusal.ts';
import type { AsaasStore } from './state.ts';
import { checkoutWords, readable, reais, statusWords } from './words.ts';

export interface PaymentPagesOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly checkouts: Checkouts;
  readonly invoices: Invoices;
  readonly now: () => number;
}

export function paymentPages({ store, ledger, checkouts, invoices, now }: PaymentPagesOptions): Hono {
  const routes = new Hono();

  /** Handles a form; a refusal shows the page again with its sentence. */
  async function attempt(c: Context, page: (problem: string) => unknown, pay: (form: Body) => string) {
    try {
      return c.redirect(pay(await c.req.parseBody()), 303);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return c.html(page(error.errors.map(({ description }) => description).join(' ')) as string, 400);
    }
  }

  routes.get('/i/:id', (c) => c.html(invoicePage(ledger.paymentOf(c.req.param('id')), '')));
  routes.post('/i/:id', (c) => {
    const payment = ledger.paymentOf(c.req.param('id'));
    return attempt(
      c,
      (problem) => invoicePage(payment, problem),
      (form) => {
        // The customer is known, so the page asks only for the card.
        const card = inspectCard(
          { creditCard: cardOf(form), creditCardHolderInfo: knownPayer, remoteIp },
          now(),
        );
        ledger.confirm(payment.id, ledger.issueToken(payment.customer, card));
        const subscription = store.state.subscriptions.find((each) => each.id === payment.subscription);
        const returnUrl = subscription?.callback?.successUrl ?? store.state.returnUrls[payment.id];
        return returnUrl ?? `/i/${c.req.param('id')}`;
      },
    );
  });

  routes.get('/checkoutSession/show', (c) =>
    c.html(checkoutPage(checkouts.checkoutOf(c.req.query('id') ?? ''), '')),
  );
  routes.post('/checkoutSession/show', (c) => {
    const checkout = checkouts.checkoutOf(c.req.query('id') ?? '');
    return attempt(
      c,
      (problem) => checkoutPage(checkout, problem),
      (form) => {
        const payer = checkout.customer === null ? payerOf(form) : knownPayer;
        const card = inspectCard({ creditCard: cardOf(form), creditCardHolderInfo: payer, remoteIp }, now());
        return checkouts.pay(checkout.id, inspectCustomer(payer), card).callback.successUrl;
      },
    );
  });
  routes.get('/nota/:file', (c) => {
    const [id = ''] = c.req.param('file').split('.');
    const { number, value, observations } = invoices.invoiceOf(id);
    return c.html(
      standInPage(
        'Nota fiscal',
        html`<p><strong>NFS-e ${number ?? ''}</strong>: ${reais.format(value)}</p><p>${observations}</p>`,
      ),
    );
  });
  return routes;
}

/** The vendor sees the payer's own IP address; here every payer is on this machine. */
const remoteIp = '127.0.0.1';

/** Cardholder of a page that does not ask for one. */
const knownPayer = {
  name: 'Pagador',
  email: 'pagador@pagador.example',
  cpfCnpj: '52998224725',
  postalCode: '01001000',
  addressNumber: '1',
  phone: '1140000000',
};

function cardOf(form: Body) {
  const [expiryMonth = '', year = ''] = String(form['validade'] ?? '').split('/');
  return {
    holderName: form['nome'],
    number: String(form['numero'] ?? '').replaceAll(/\D/g, ''),
    expiryMonth,
    expiryYear: year.length === 2 ? `20${year}` : year,
    ccv: form['cvv'],
  };
}

function payerOf(form: Body): Record<string, string> {
  const text = (name: string): string => String(form[name] ?? '').trim();
  return {
    name: text('nome'),
    email: text('email'),
    cpfCnpj: text('cpfCnpj'),
    postalCode: text('cep'),
    addressNumber: text('numeroEndereco'),
    phone: text('telefone'),
  };
}

/** @param firstOn Day of the first charge; by default now. */
function cardFields(amount: number, firstOn: string | null = null) {
  return html`<fieldset>
    <legend>Pagar com cartão de crédito</legend>
    <label>Número <input name="numero" inputmode="numeric" autocomplete="cc-number" required /></label>
    <label>Nome no cartão <input name="nome" autocomplete="cc-name" required /></label>
    <label>Validade (MM/AA) <input name="validade" autocomplete="cc-exp" size="5" required /></label>
    <label>CVV <input name="cvv" inputmode="numeric" autocomplete="cc-csc" size="4" required /></label>
    ${firstOn === null ? '' : html`<p>Primeira cobrança: ${readable(firstOn)}</p>`}
    <button>Pagar ${reais.format(amount)}</button>
  </fieldset>`;
}

const alertOf = (problem: string) => (problem === '' ? '' : html`<p role="alert">${problem}</p>`);

function invoicePage(payment: Payment, problem: string) {
  return standInPage(
    'Fatura',
    html`<p><strong>${reais.format(payment.value)}</strong>, vencimento ${readable(payment.dueDate)}</p>
      <p>${payment.description ?? 'Sem descrição'}</p>
      <p role="status">Situação: ${payment.deleted ? 'Removida' : statusWords[payment.status]}</p>
      ${alertOf(problem)}
      ${isOpen(payment) ? html`<form method="post">${cardFields(payment.value)}</form>` : ''}`,
  );
}

const payerFields = html`<fieldset>
  <legend>Quem paga</legend>
  <label>E-mail <input name="email" type="email" autocomplete="email" required /></label>
  <label>CPF ou CNPJ <input name="cpfCnpj" required /></label>
  <label>Telefone <input name="telefone" inputmode="tel" autocomplete="tel" required /></label>
  <label>CEP <input name="cep" inputmode="numeric" autocomplete="postal-code" required /></label>
  <label>Número do endereço <input name="numeroEndereco" required /></label>
</fieldset>`;

function checkoutPage(checkout: Checkout, problem: string) {
  const { items, callback, status, customer, subscription } = checkout;
  const total = totalOf(checkout);
  return standInPage(
    'Checkout',
    html`${items.map(
      ({ name, description, value }) =>
        html`<p><strong>${name}</strong>: ${reais.format(value)}. ${description ?? ''}</p>`,
    )}
      <p role="status">Situação: ${checkoutWords[status]}</p>
      ${alertOf(problem)}
      ${
        status === 'ACTIVE'
          ? html`<form method="post">
              ${customer === null ? payerFields : ''}
              ${cardFields(total, subscription.nextDueDate)}
            </form>`
          : ''
      }
      <p><a href="${status === 'EXPIRED' ? (callback.expiredUrl ?? callback.cancelUrl) : callback.cancelUrl}">Voltar à loja</a></p>`,
  );
}
