/** For tests in workerd: accounts and tokens of the stand-ins. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
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

/** A new token of an account, with its current groups. */
export async function tokenFor(email: string, claims: Record<string, unknown> = {}): Promise<string> {
  const { token } = await post<{ token: string }>('/tokens', { email, claims });
  return token;
}
