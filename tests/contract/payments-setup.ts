/** The real payment adapter against the stand-in, without a network: one clock, one payer, one order. */
import {
  type AsaasStandIn,
  type AsaasStandInOptions,
  createAsaasStandIn,
} from '#dev/stand-ins/asaas/index.ts';
import { createAsaasGateway } from '#functions/adapters/asaas/payment-gateway.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import type { CardData, Payer, SubscriptionOrder } from '#functions/ports/payment-gateway.ts';

export const API_KEY = 'contract-api-key';
export const WEBHOOK_TOKEN = 'contract-webhook-token-0123456789abcdef';

/** Late evening in São Paulo, where it is still the 20th; in UTC it is the 21st already. */
export const LATE_EVENING = Date.parse('2026-11-21T02:30:00Z');
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

/** Pro yearly as the catalogue sells it: whole reais, round(99 × 12 × 0.9). */
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
  readonly gateway: ReturnType<typeof createAsaasGateway>;
  readonly fetch: Fetch;
  /** Requests that reached the stand-in, `POST /v3/customers`. */
  readonly requests: string[];
  readonly clock: { now: number };
}

/** A fresh stand-in that confirms nothing by itself, and the adapter on it. */
export async function openBench(options: Partial<AsaasStandInOptions> = {}): Promise<Bench> {
  const clock = { now: LATE_EVENING };
  const standIn = createAsaasStandIn({
    port: 0,
    stateDir: null,
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
  const gateway = createAsaasGateway({ baseUrl: 'http://asaas.test', accessToken: API_KEY, fetch });
  return { standIn, gateway, fetch, requests, clock };
}

/** The error a promise ends with; a promise that succeeds fails the test. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('expected a failure');
}
