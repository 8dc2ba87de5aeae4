/**
 * What the payment stand-in remembers, in the vendor's own words.
 *
 * A card number or CVV is never part of it. A CPF or CNPJ is kept masked, so a real one typed locally is not left on
 * disk; the whole one is answered, as by the vendor, only until the stand-in stops.
 */
import { randomBytes } from 'node:crypto';
import { createStateFile } from '../stand-in.ts';
import type { CardToken, Checkout, Customer, Invoice, Payment, Subscription } from './objects.ts';

/** Where events go, as set up through the API. */
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
  /** Sent as it stands, again on a replay. */
  body: Record<string, unknown> & { id: string; event: string };
  attempts: { at: number; status: number | null }[];
  /** When to try (again); `null` once delivered or when no webhook is set up. */
  nextAttemptAt: number | null;
  deliveredAt: number | null;
}

export interface Settings {
  /** Who confirms a payment made by card token: the stand-in by itself, or a person on `/__stand-in`. */
  confirmMode: 'automatic' | 'manual';
  confirmAfterMs: number;
  /** Every card is refused when a charge is asked for: a new one, or an open payment once more. */
  declinesCharges?: boolean;
  /** Every card is refused when a subscription charges it on a due date after the day it was opened. */
  declinesRenewals?: boolean;
  /** What becomes of a new nota fiscal: issued, left as it is, or refused. */
  invoiceMode?: 'automatic' | 'stuck' | 'error';
  /** No nota fiscal that was issued is cancelled. */
  deniesCancellations?: boolean;
}

export interface AsaasState {
  customers: Customer[];
  tokens: CardToken[];
  subscriptions: Subscription[];
  payments: Payment[];
  checkouts: Checkout[];
  invoices: Invoice[];
  webhooks: WebhookConfig[];
  /** Payment id → when it confirms itself (epoch ms). */
  dueConfirmations: Record<string, number>;
  /** Invoice id → when the city hall answers (epoch ms). */
  dueInvoices: Record<string, number>;
  /** Id of a single charge → where its page sends the payer back to. */
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
    settings: { confirmMode: 'automatic', confirmAfterMs: 1500 },
  };
}

/** The remembered state and `save`, which writes it whole and then calls `saved`. */
export interface AsaasStore {
  readonly state: AsaasState;
  /** Customer's id → CPF or CNPJ as it came. In memory only: no file and no page shows it. */
  readonly taxIds: Map<string, string>;
  save(): void;
  /** As after the first start, but the webhooks that were set up go on. */
  forget(): void;
}

export function openStore(stateDir: string | null, saved: () => void): AsaasStore {
  const file = createStateFile(stateDir, 'asaas', emptyState);
  // A file of an older version lacks what was added since.
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

/** `cus_000005401844`, `sub_VXJBYgP2u0eO`-like; random, so that nobody comes to rely on an order. */
export function newId(prefix: 'cus' | 'sub' | 'pay' | 'inv'): string {
  return `${prefix}_${randomBytes(8).toString('hex')}`;
}

/** `evt_{hex}&{number}`, with the ampersand that the vendor's ids really have. */
export function newEventId(): string {
  const bytes = randomBytes(20);
  return `evt_${bytes.toString('hex', 0, 16)}&${bytes.readUInt32BE(16)}`;
}
