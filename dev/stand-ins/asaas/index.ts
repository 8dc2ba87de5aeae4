/**
 * A local payment processor that speaks Asaas API v3.
 *
 * It has no Idempotency-Key (two equal POSTs create two subscriptions), refuses what the vendor refuses, confirms a
 * card payment that is due today after a moment, and retries webhooks until they are answered with 200. State, pending
 * confirmations and undelivered events survive a restart.
 */
import type { Server } from 'node:http';
import { Hono } from 'hono';
import {
  close,
  type Faults,
  faultRoutes,
  listen,
  misbehave,
  noFaults,
  refuseProduction,
  type StandIn,
} from '../stand-in.ts';
import { apiRoutes } from './api.ts';
import { createCheckouts } from './checkouts.ts';
import { createDeliveries, type WebhookTarget } from './deliveries.ts';
import { createInvoices } from './invoices.ts';
import { createLedger } from './ledger.ts';
import { dashboardRoutes } from './pages.ts';
import { paymentPages } from './payment-pages.ts';
import { Refusal } from './refusal.ts';
import { type AsaasState, openStore } from './state.ts';

export interface AsaasStandInOptions {
  readonly port: number;
  /** `null` keeps everything in memory. */
  readonly stateDir: string | null;
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

export interface AsaasStandIn extends StandIn {
  readonly app: Hono;
  /** The current state; the same as `GET /__stand-in/state`. */
  readonly state: AsaasState;
  readonly faults: Faults;
  /** Confirms and delivers what is due, and waits for it. A started stand-in does so by itself. */
  tick(): Promise<void>;
}

export function createAsaasStandIn(options: AsaasStandInOptions): AsaasStandIn {
  const name = 'Pagamentos (Asaas)';
  refuseProduction(name);
  const url = options.publicUrl ?? `http://localhost:${options.port}`;
  const now = options.now ?? Date.now;
  const faults = noFaults();
  const store = openStore(options.stateDir, () => scheduleTimer());
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

  let server: Server | undefined;
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
    if (server === undefined) return;
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

  const pages = { store, ledger, checkouts, invoices, faults, now, tick, resumeQueue: deliveries.resume };
  const app = new Hono();
  app.onError((error, c) => {
    if (error instanceof Refusal) return c.json({ errors: error.errors }, error.status);
    // A lost response must stay lost, and a defect must not look like a vendor response.
    throw error;
  });
  app.route('/', faultRoutes(faults));
  app.route('/', dashboardRoutes(pages));
  app.use(misbehave(faults));
  app.route('/', paymentPages(pages));
  app.route('/', apiRoutes({ store, ledger, checkouts, invoices, apiKey: options.apiKey, now }));
  app.get('/', (c) => c.redirect('/__stand-in'));

  return {
    name,
    url,
    app,
    faults,
    state: store.state,
    tick,
    async start() {
      server = await listen(app.fetch, options.port);
      scheduleTimer();
    },
    async stop() {
      clearTimeout(timer);
      const closing = server;
      server = undefined;
      await close(closing);
      // The result of a running delivery was reported already.
      await running.catch(() => undefined);
    },
  };
}
