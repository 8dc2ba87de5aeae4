/** Valid calls to the payment stand-in, as any client makes them. */
import { API_KEY, type Bench, CARD_NUMBER, CNPJ, TODAY } from './payments-setup.ts';

type Json = Record<string, unknown>;

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

export async function newCustomer(processor: Bench, cpfCnpj = '52998224725'): Promise<string> {
  const { body } = await call(processor, 'POST', '/v3/customers', {
    name: 'Padaria',
    cpfCnpj,
    externalReference: 'ref',
  });
  return String(body['id']);
}

export const creditCard = {
  holderName: 'PADARIA',
  number: CARD_NUMBER,
  expiryMonth: '12',
  expiryYear: '2030',
  ccv: '123',
};
export const creditCardHolderInfo = {
  name: 'Padaria',
  email: 'a@padaria.example',
  cpfCnpj: CNPJ,
  postalCode: '01310100',
  addressNumber: '1578',
  phone: '11987654321',
};

export async function newToken(processor: Bench, customer: string): Promise<string> {
  const { body } = await call(processor, 'POST', '/v3/creditCard/tokenizeCreditCard', {
    customer,
    creditCard,
    creditCardHolderInfo,
    remoteIp: '203.0.113.7',
  });
  return String(body['creditCardToken']);
}

export const subscription = {
  billingType: 'CREDIT_CARD',
  value: 99,
  nextDueDate: TODAY,
  cycle: 'MONTHLY',
  remoteIp: '203.0.113.7',
};

export const codesOf = ({ body }: { body: Json }) =>
  (body['errors'] as { code: string }[]).map((each) => each.code);
