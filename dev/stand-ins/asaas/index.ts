/**
 * A local payment processor that speaks Asaas API v3.
 *
 * It has no Idempotency-Key (two equal POSTs create two subscriptions), refuses what the vendor refuses, confirms a
 * card payment that is due today after a moment, and retries webhooks until they are answered with 200. State, pending
 * confirmations and undelivered events survive a restart.
 */
import { Hono } from 'hono';
import { createStandIn, type HonoStandIn } from '../stand-in.ts';
import { apiRoutes } from './api.ts';
import { createCheckouts } from './checkouts.ts';
import { controlRoutes, settingsOf } from './controls.ts';
import { createDeliveries, type WebhookTarget } from './deliveries.ts';
import { createInvoices } from './invoices.ts';
import { createLedger } from './ledger.ts';
import { dashboard } from './pages.ts';
import { paymentPages } from './payment-pages.ts';
import { Refusal } from './refusal.ts';
import { type AsaasState, openStore } from './state.ts';

export interface AsaasStandInOptions {
  readonly port: number;
  /** Folder of the state file; without it the state is only in memory. */
  readonly stateDir?: string | null;
  /** The only accepted `access_token`. */
  readonly apiKey: string;
  /** Where to send events; with `null` they are only recorded. */
  readonly webhook: WebhookTarget | null;
  /** Origin of the invoice pages, as a browser reaches it. */
  readonly publicUrl?: string;
  /** Milliseconds since the epoch; for tests that move the clock. */
  readonly now?: () => number;
  /** Sends webhooks; for tests without a network. */
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
}

export interface AsaasStandIn extends HonoStandIn {
  /** The current state; the same as `GET /__stand-in/state`. */
  readonly state: AsaasState;
  /** Confirms and delivers what is due, and waits for it. A started stand-in does so by itself. */
  tick(): Promise<void>;
}

export function createAsaasStandIn(options: AsaasStandInOptions): AsaasStandIn {
  const name = 'Pagamentos (Asaas)';
  const url = options.publicUrl ?? `http://localhost:${options.port}`;
  const now = options.now ?? Date.now;
  const store = openStore(options.stateDir ?? null, () => scheduleTimer());
  /** A webhook set up through the API overrides the one from the start options. */
  const setUp = () => store.state.webhooks.findLast((each) => each.enabled);
  const ledger = createLedger({
    store,
    now,
    publicUrl: url,
    isListened: (event) => setUp()?.events.includes(event) ?? options.webhook !== null,
  });
  const checkouts = createCheckouts({ store, ledger, now });
  const invoices = createInvoices({
    store,
    now,
    sender: ledger,
    paymentOf: ledger.paymentOf,
    publicUrl: url,
  });
  const fetchOut = options.fetch ?? ((input, init) => fetch(input, init));
  const deliveries = createDeliveries({
    store,
    now,
    target: () => {
      const webhook = setUp();
      return webhook ? { url: webhook.url, token: webhook.authToken ?? '' } : options.webhook;
    },
    fetch: fetchOut,
  });

  let isListening = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  /** Runs ticks one after the other: parallel deliveries would break the queue's order. */
  function tick(): Promise<void> {
    const work = async () => {
      ledger.confirmDue();
      checkouts.expireDue();
      invoices.workDue();
      await deliveries.deliverDue();
    };
    // Also after a failure, so that one failed tick does not stop the later ones.
    running = running.then(work, work);
    return running;
  }

  /** Sets the timer for the next due work while the stand-in is running. */
  function scheduleTimer(): void {
    clearTimeout(timer);
    if (!isListening) return;
    const isAutomatic = store.state.settings.confirmMode === 'automatic';
    const confirmations = isAutomatic ? Object.values(store.state.dueConfirmations) : [];
    const next = Math.min(
      deliveries.nextAt() ?? Infinity,
      checkouts.nextExpiry() ?? Infinity,
      invoices.nextAt() ?? Infinity,
      ...confirmations,
    );
    if (next === Infinity) return;
    timer = setTimeout(
      () => {
        tick()
          .catch((error: unknown) => console.error(`${name}:`, error))
          .finally(scheduleTimer);
      },
      Math.max(next - now(), 0),
    );
  }

  const settings = settingsOf(store);
  const parts = { store, ledger, checkouts, invoices, now };
  const standIn = createStandIn({
    name,
    port: options.port,
    title: name,
    page: () => dashboard(store.state, settings.form()),
    state: () => store.state,
    controls: new Hono()
      .get('/', (c) => c.redirect('/__stand-in'))
      .route('/', settings.routes)
      .route('/', controlRoutes({ ...parts, tick, resumeQueue: deliveries.resume })),
    onListening() {
      isListening = true;
      scheduleTimer();
      return () => {
        isListening = false;
        clearTimeout(timer);
      };
    },
  });
  standIn.app
    .onError((error, c) => {
      // Any other error must not look like a response of the vendor.
      if (!(error instanceof Refusal)) throw error;
      return c.json({ errors: error.errors }, error.status);
    })
    .route('/', paymentPages(parts))
    .route('/', apiRoutes({ ...parts, apiKey: options.apiKey }));

  return {
    ...standIn,
    url,
    state: store.state,
    tick,
    async stop() {
      await standIn.stop();
      // The result of a running delivery was reported already.
      await running.catch(() => undefined);
    },
  };
}
