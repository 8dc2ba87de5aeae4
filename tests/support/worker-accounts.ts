/** For tests in workerd: accounts, tokens and sales of the stand-ins, one request each (worker-services.ts). */
import { inject } from 'vitest';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import type { Identity } from '#functions/vendors/identity.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Environments of the walk over many of them. */
    fleetSize: number;
    /** First port of the stand-ins for the tests in workerd. */
    stackPort: number;
  }
}

/** A person with an account and a fresh access token. */
export interface SignedInPerson {
  readonly email: string;
  readonly name: string;
  /** The token's `sub`. */
  readonly subject: string;
  readonly token: string;
}

/** What an account buys with an accepted card. */
export interface Sale {
  readonly orderId: string;
  readonly plan: PlanId;
  readonly cycle: BillingCycle;
  readonly amountCentavos: number;
  /** The payer's. */
  readonly cpfCnpj: string;
}

/** The processor's references to a sale whose first charge is confirmed. */
export interface Sold {
  readonly customerId: string;
  readonly subscriptionId: string;
  readonly paymentId: string;
  readonly dueOn: string;
}

const address = `http://localhost:${inject('stackPort')}`;

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/**
 * Creates an account and signs it in. `roles` go into the token as for the operators' client; `claims` replace the
 * token's own, e.g. `{ exp: 1 }` or `{ azp: 'another' }`.
 */
export function signUp(
  known: { groups?: string[]; roles?: string[]; claims?: Record<string, unknown> } = {},
): Promise<SignedInPerson> {
  return post('/people', known);
}

/** Creates an account in these groups and signs it in; with a sale, it has paid. */
export function signUpCustomer(
  groups: readonly string[],
  sale: Sale | undefined,
): Promise<SignedInPerson & { readonly sold: Sold | null }> {
  return post('/people', { groups, sale });
}

/** The caller of a verb, without HTTP. */
export const identityOf = (
  {
    subject,
    email = 'a@teste.example',
    name = 'Ana',
  }: Partial<SignedInPerson> & { readonly subject: string },
  known: Partial<Identity> = {},
): Identity => ({
  subject,
  email,
  emailVerified: true,
  name,
  tenant: null,
  signedInAt: null,
  roles: [],
  ...known,
});

/** A new token of an account, with its current groups. */
export async function tokenFor(email: string, claims: Record<string, unknown> = {}): Promise<string> {
  const { token } = await post<{ token: string }>('/tokens', { email, claims });
  return token;
}
