/**
 * The actions of `/__stand-in`: buttons on its page, POST requests in tests.
 *
 * A JSON body may contain `silent: true`: the action's events are then recorded and never sent.
 */
import { type Context, Hono } from 'hono';
import type { Checkouts } from './checkouts.ts';
import { inspectCustomer } from './inspect.ts';
import type { Invoices } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { type Body, isBody } from './refusal.ts';
import type { AsaasStore, Settings } from './state.ts';

export interface ControlsOptions {
  readonly store: AsaasStore;
  readonly ledger: Ledger;
  readonly checkouts: Checkouts;
  readonly invoices: Invoices;
  /** Does all due work and waits for it. */
  readonly tick: () => Promise<void>;
  readonly resumeQueue: () => void;
}

const invoiceModes = ['automatic', 'stuck', 'error'] as const;

/** Default payer of a hosted page. */
const somebody = { name: 'Pagador', email: 'pagador@pagador.example', cpfCnpj: '52998224725' };

/** Actions by `{kind}/{action}`; each returns what it changed. */
function actionsOf({
  ledger,
  checkouts,
  invoices,
}: ControlsOptions): Record<string, (id: string, body: Body) => object> {
  return {
    'payments/confirm': (id) => ledger.confirm(id),
    'payments/refuse': ledger.refusePayment,
    'payments/overdue': ledger.overduePayment,
    // Refunded by hand at the processor; for a disputed payment, by the cardholder's bank.
    'payments/refund': (id) =>
      ledger.paymentOf(id).status === 'CHARGEBACK_REQUESTED'
        ? ledger.loseDispute(id)
        : ledger.refundPayment(id),
    'payments/chargeback': ledger.requestChargeback,
    'payments/dispute': ledger.dispute,
    'payments/reversal': ledger.awaitReversal,
    'payments/win': ledger.winDispute,
    'payments/lose': ledger.loseDispute,
    'subscriptions/renew': ledger.renew,
    'invoices/authorize': invoices.authorize,
    'invoices/fail': invoices.fail,
    'invoices/cancel': invoices.cancel,
    'checkouts/expire': checkouts.expire,
    'checkouts/pay': (id, { silent: _, ...payer }) =>
      checkouts.pay(id, inspectCustomer({ ...somebody, ...payer }), {
        lastFour: '1111',
        brand: 'VISA',
        remoteIp: '127.0.0.1',
      }),
  };
}

/** True for a form on the page, which is redirected back; a test gets the new state. */
const isForm = (c: Context): boolean =>
  c.req.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true;

const answer = (c: Context, changed: object) =>
  isForm(c) ? c.redirect('/__stand-in', 303) : c.json(changed);

/** The JSON body of a test's call, empty without one. */
async function bodyOf(c: Context): Promise<Body> {
  if (isForm(c)) return {};
  const body: unknown = await c.req.json().catch(() => null);
  return isBody(body) ? body : {};
}

export function controlRoutes(options: ControlsOptions): Hono {
  const { store, ledger, tick, resumeQueue } = options;
  const routes = new Hono();
  const actions = actionsOf(options);

  /** Runs an action, silently if the body says so, then sends its events. */
  async function pull<T>(body: Body, work: () => T): Promise<T> {
    const changed = body['silent'] === true ? ledger.silently(work) : work();
    await tick();
    return changed;
  }

  routes.get('/__stand-in/state', (c) => c.json(store.state));
  routes.delete('/__stand-in/state', (c) => {
    store.forget();
    return c.body(null, 204);
  });
  routes.post('/__stand-in/advance', async (c) =>
    answer(c, await pull(await bodyOf(c), () => ledger.generateDue())),
  );
  routes.post('/__stand-in/:kind{payments|subscriptions|checkouts|invoices}/:id/:action', async (c) => {
    const act = actions[`${c.req.param('kind')}/${c.req.param('action')}`];
    if (act === undefined) return c.notFound();
    const body = await bodyOf(c);
    return answer(c, await pull(body, () => act(c.req.param('id'), body)));
  });
  routes.post('/__stand-in/events/:id/replay', async (c) => {
    ledger.replay(c.req.param('id'));
    await tick();
    return answer(
      c,
      store.state.events.filter((each) => each.id === c.req.param('id')),
    );
  });
  routes.post('/__stand-in/queue/resume', async (c) => {
    resumeQueue();
    await tick();
    return answer(c, store.state.queue);
  });
  routes.patch('/__stand-in/settings', async (c) => {
    Object.assign(store.state.settings, await c.req.json<Partial<Settings>>());
    store.save();
    return c.json(store.state.settings);
  });
  routes.post('/__stand-in/settings', async (c) => {
    const form = await c.req.parseBody();
    const settings: Settings = {
      confirmMode: form['confirmMode'] === 'manual' ? 'manual' : 'automatic',
      confirmAfterMs: Number(form['confirmAfterMs'] ?? 1500),
      declinesCharges: form['declinesCharges'] === 'on',
      declinesRenewals: form['declinesRenewals'] === 'on',
      invoiceMode: invoiceModes.find((mode) => mode === form['invoiceMode']) ?? 'automatic',
      fiscalRegime: form['needsReformCodes'] === 'on' ? 'normal' : 'simples',
      deniesCancellations: form['deniesCancellations'] === 'on',
    };
    Object.assign(store.state.settings, settings);
    store.save();
    return c.redirect('/__stand-in', 303);
  });
  return routes;
}
