/**
 * The actions of `/__stand-in`: buttons on its page, POST requests in tests.
 *
 * A JSON body may contain `silent: true`: the action's events are then recorded and never sent.
 */
import { type Context, Hono } from 'hono';
import { answerControl, isForm, settingsControl } from '../control-page.ts';
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

/** Default payer of a hosted page. */
const defaultPayer = { name: 'Pagador', email: 'pagador@pagador.example', cpfCnpj: '52998224725' };

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
    'payments/win': ledger.winDispute,
    'payments/lose': ledger.loseDispute,
    'subscriptions/renew': ledger.renew,
    'invoices/authorize': invoices.authorize,
    'invoices/fail': invoices.fail,
    'invoices/cancel': invoices.cancel,
    'checkouts/expire': checkouts.expire,
    'checkouts/pay': (id, { silent: _, ...payer }) =>
      checkouts.pay(id, inspectCustomer({ ...defaultPayer, ...payer }), {
        lastFour: '1111',
        brand: 'VISA',
        remoteIp: '127.0.0.1',
      }),
  };
}

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

  routes.delete('/__stand-in/state', (c) => {
    store.forget();
    return c.body(null, 204);
  });
  routes.post('/__stand-in/advance', async (c) =>
    answerControl(c, await pull(await bodyOf(c), () => ledger.generateDue())),
  );
  routes.post('/__stand-in/:kind{payments|subscriptions|checkouts|invoices}/:id/:action', async (c) => {
    const act = actions[`${c.req.param('kind')}/${c.req.param('action')}`];
    if (act === undefined) return c.notFound();
    const body = await bodyOf(c);
    return answerControl(c, await pull(body, () => act(c.req.param('id'), body)));
  });
  routes.post('/__stand-in/events/:id/replay', async (c) => {
    ledger.replay(c.req.param('id'));
    await tick();
    return answerControl(
      c,
      store.state.events.filter((each) => each.id === c.req.param('id')),
    );
  });
  routes.post('/__stand-in/queue/resume', async (c) => {
    resumeQueue();
    await tick();
    return answerControl(c, store.state.queue);
  });
  return routes;
}

export const settingsOf = (store: AsaasStore) =>
  settingsControl<Settings>({
    name: 'settings',
    legend: 'Pagamentos com cartão e notas fiscais',
    fields: {
      confirmMode: {
        label: 'Confirmação de pagamentos',
        choices: { automatic: 'Sozinha', manual: 'Só pelo botão' },
      },
      confirmAfterMs: 'Depois de (ms)',
      declinesCharges: 'Recusar cobranças pedidas',
      declinesRenewals: 'Recusar renovações',
      invoiceMode: {
        label: 'Notas fiscais novas',
        choices: { automatic: 'Emitir', stuck: 'Deixar agendadas', error: 'Recusar' },
      },
      fiscalRegime: {
        label: 'Códigos de IBS e CBS nas notas',
        choices: { simples: 'Dispensar', normal: 'Exigir' },
      },
      deniesCancellations: 'Negar o cancelamento de notas',
    },
    read: () => store.state.settings,
    write(change) {
      Object.assign(store.state.settings, change);
      store.save();
    },
  });
