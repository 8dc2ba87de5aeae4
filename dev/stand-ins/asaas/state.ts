/**
 * The payment stand-in's state, with the vendor's field names.
 *
 * It never contains a card number or CVV. A CPF or CNPJ is stored masked, so that a real one typed locally is not left
 * on disk; the whole one is returned, as by the vendor, until the stand-in stops.
 */
import { randomBytes } from 'node:crypto';
import { createStateFile } from '../stand-in.ts';
import type { CardToken, Checkout, Customer, Invoice, Payment, Subscription } from './objects.ts';

/** A webhook as set up through the API. */
export interface WebhookConfig {
  id: string;
  name: string;
  url: string;
  email: string;
  enabled: boolean;
  interrupted: boolean;
  apiVersion: number;
  authToken: string | null;
  sendType: 'SEQUENTIALLY' | 'NON_SEQUENTIALLY';
  events: string[];
}

export interface WebhookEvent {
  id: string;
  /** Sent unchanged, also on a replay. */
  body: Record<string, unknown> & { id: string; event: string };
  attempts: { at: number; status: number | null }[];
  /** Next try; `null` once delivered or while no webhook is set up. */
  nextAttemptAt: number | null;
  deliveredAt: number | null;
}

export interface Settings {
  /** How a payment by card token is confirmed: automatically, or by hand on `/__stand-in`. */
  confirmMode: 'automatic' | 'manual';
  confirmAfterMs: number;
  /** Every charge refuses its card: a new one, or a retry of an open payment. */
  declinesCharges: boolean;
  /** Every renewal charge refuses its card. */
  declinesRenewals: boolean;
  /** What happens to a new nota fiscal: issued, left pending, or refused. */
  invoiceMode: 'automatic' | 'stuck' | 'error';
  /** Outside of Simples a nota without the tax reform's codes is refused. */
  fiscalRegime: 'simples' | 'normal';
  /** The cancellation of an issued nota fiscal is refused. */
  deniesCancellations: boolean;
}

export interface AsaasState {
  customers: Customer[];
  tokens: CardToken[];
  subscriptions: Subscription[];
  payments: Payment[];
  checkouts: Checkout[];
  invoices: Invoice[];
  webhooks: WebhookConfig[];
  /** Payment id → time of its automatic confirmation (epoch ms). */
  dueConfirmations: Record<string, number>;
  /** Invoice id → when the city hall answers (epoch ms). */
  dueInvoices: Record<string, number>;
  /** Id of a single charge → where its page sends the payer afterwards. */
  returnUrls: Record<string, string>;
  events: WebhookEvent[];
  queue: { failuresInARow: number; isInterrupted: boolean };
  settings: Settings;
}

function emptyState(): AsaasState {
  return {
    customers: [],
    tokens: [],
    subscriptions: [],
    payments: [],
    checkouts: [],
    invoices: [],
    webhooks: [],
    dueConfirmations: {},
    dueInvoices: {},
    returnUrls: {},
    events: [],
    queue: { failuresInARow: 0, isInterrupted: false },
    settings: {
      confirmMode: 'automatic',
      confirmAfterMs: 1500,
      declinesCharges: false,
      declinesRenewals: false,
      invoiceMode: 'automatic',
      fiscalRegime: 'simples',
      deniesCancellations: false,
    },
  };
}

/** The state, and `save`, which writes it and then calls `saved`. */
export interface AsaasStore {
  readonly state: AsaasState;
  /** Customer's id → whole CPF or CNPJ. In memory only: no file and no page contains it. */
  readonly taxIds: Map<string, string>;
  save(): void;
  /** Resets to the first start; webhooks set up through the API stay. */
  forget(): void;
}

export function openStore(stateDir: string | null, saved: () => void): AsaasStore {
  const file = createStateFile(stateDir, 'asaas', emptyState);
  // Adds fields missing in a file of an older version.
  const state = Object.assign(emptyState(), file.read());
  const taxIds = new Map<string, string>();
  const save = (): void => {
    file.write(state);
    saved();
  };
  return {
    state,
    taxIds,
    save,
    forget() {
      taxIds.clear();
      Object.assign(state, emptyState(), { webhooks: state.webhooks });
      save();
    },
  };
}

/** Like `cus_000005401844` and `sub_VXJBYgP2u0eO`; random, so that no code relies on an order. */
export function newId(prefix: 'cus' | 'sub' | 'pay' | 'inv'): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`;
}

/** `evt_{hex}&{number}`, with the ampersand that the vendor's ids have. */
export function newEventId(): string {
  const bytes = randomBytes(20);
  return `evt_${bytes.toString('hex', 0, 16)}&${bytes.readUInt32BE(16)}`;
}
