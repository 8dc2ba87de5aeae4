/** The real payment adapter with the stand-in, without a network: one clock, one payer, one order. */
import { test as base } from 'vitest';
import {
  type AsaasStandIn,
  type AsaasStandInOptions,
  createAsaasStandIn,
} from '#dev/stand-ins/asaas/index.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createAsaasProcessor } from '#functions/vendors/asaas/processor.ts';
import type { CardData, Payer } from '#functions/vendors/cards.ts';
import type { Processor, SubscriptionOrder } from '#functions/vendors/processor.ts';

export const API_KEY = 'contract-api-key';
/** Address and key of the stand-in. */
export const access = { baseUrl: 'http://asaas.test', accessToken: API_KEY };
export const WEBHOOK_TOKEN = 'contract-webhook-token-0123456789abcdef';

/** Late evening in São Paulo on the 20th, when it is already the 21st in UTC. */
const LATE_EVENING = Date.parse('2026-11-21T02:30:00Z');
export const TODAY = '2026-11-20';

export const CARD_NUMBER = '4111111111111111';
export const CCV = '737';
export const CNPJ = '12ABC34501DE35';

export const payer: Payer = {
  reference: 'sub-0001',
  name: 'Padaria Central',
  email: 'contato@padaria.example',
  cpfCnpj: CNPJ,
  phone: '11987654321',
  postalCode: '01310100',
  street: 'Avenida Paulista',
  addressNumber: '1578',
  neighbourhood: 'Bela Vista',
};

export const card: CardData = {
  holderName: 'PADARIA CENTRAL LTDA',
  number: CARD_NUMBER,
  expiryMonth: '12',
  expiryYear: '2030',
  ccv: CCV,
};

/** Pro yearly from the catalogue: whole reais, round(99 × 12 × 0.9). */
export const order: SubscriptionOrder = {
  orderId: 'order-0001',
  amountCentavos: Math.round(99 * 12 * 0.9) * 100,
  cycle: 'yearly',
  firstDueDate: TODAY,
  description: 'Vigia Pro, anual',
  remoteIp: '203.0.113.7',
};

export interface Bench {
  readonly standIn: AsaasStandIn;
  readonly gateway: Processor;
  readonly fetch: Fetch;
  /** Requests that reached the stand-in, as `POST /v3/customers`. */
  readonly requests: string[];
  readonly clock: { now: number };
}

/** A fresh stand-in that confirms nothing by itself, and its adapter. */
export async function openBench(options: Partial<AsaasStandInOptions> = {}): Promise<Bench> {
  const clock = { now: LATE_EVENING };
  const standIn = createAsaasStandIn({
    port: 0,
    apiKey: API_KEY,
    webhook: null,
    publicUrl: 'http://asaas.test',
    now: () => clock.now,
    ...options,
  });
  await standIn.app.request('/__stand-in/settings', {
    method: 'PATCH',
    body: JSON.stringify({ confirmMode: 'manual' }),
  });
  const requests: string[] = [];
  const fetch: Fetch = async (input, init) => {
    requests.push(`${init.method} ${new URL(input).pathname}`);
    return standIn.app.request(input, init);
  };
  const at = { ...access, fetch };
  const gateway = createAsaasProcessor(at);
  return { standIn, gateway, fetch, requests, clock };
}

/** Changes the stand-in's settings. */
export function configure(bench: Bench, settings: Partial<AsaasStandIn['state']['settings']>): void {
  Object.assign(bench.standIn.state.settings, settings);
}

/** A test with its own processor. */
export const test = base.extend('processor', () => openBench());

/** Calls an action: `payments/{id}/confirm`; some need a `body`. */
export async function press(
  bench: Bench,
  control: string,
  body: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown>> {
  const response = await bench.standIn.app.request(`/__stand-in/${control}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${control} answered ${response.status}`);
  return (await response.json()) as Record<string, unknown>;
}

type Json = Record<string, unknown>;

/** A call as any client makes it, past the adapter. */
export async function call(
  processor: Bench,
  method: string,
  path: string,
  body?: unknown,
  headers: Json = {},
) {
  const response = await processor.standIn.app.request(path, {
    method,
    headers: { access_token: API_KEY, 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : text) as Json };
}

/** Submits a form of a processor's page; returns the status and the redirect. */
export async function submitPage(bench: Bench, url: string, fields: Record<string, string>) {
  const response = await bench.standIn.app.request(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
  });
  return { status: response.status, to: response.headers.get('location'), text: await response.text() };
}

/** Form values of the processor's page. */
export const typedCard = {
  nome: 'PADARIA CENTRAL',
  numero: '4111 1111 1111 1111',
  validade: '12/30',
  cvv: '737',
};

/** A fetch that loses the responses of paths ending in `suffix`, after the work was done. */
export const losing =
  (bench: Bench, suffix: string): Fetch =>
  async (input, init) => {
    const answer = await bench.fetch(input, init);
    if (init.method !== 'GET' && new URL(input).pathname.endsWith(suffix))
      throw new TypeError('fetch failed');
    return answer;
  };

/** The error of a promise; a promise that succeeds fails the test. */
export const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => Promise.reject(new Error('expected a failure')),
    (error: unknown) => error,
  );
