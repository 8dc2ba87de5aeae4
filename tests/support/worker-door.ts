/** For tests in workerd: accounts and tokens of the stand-ins behind them. */
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Base of the stand-ins behind the tests that run in workerd. */
    stackPort: number;
  }
}

/** Somebody with an account and a fresh access token. */
export interface SignedInPerson {
  readonly email: string;
  readonly name: string;
  /** The token's `sub`. */
  readonly subject: string;
  readonly token: string;
}

const door = `http://localhost:${inject('stackPort')}`;

async function post<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(`${door}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T;
}

/** Makes an account and signs it in. `roles` go into the token as the operators' client has them; `claims` replace the token's own, as `{ exp: 1 }` or `{ azp: 'another' }`. */
export function signUp(
  known: { groups?: string[]; roles?: string[]; claims?: Record<string, unknown> } = {},
): Promise<SignedInPerson> {
  return post('/people', known);
}

/** A new token of an account, with the groups it has by now. */
export async function tokenFor(email: string, claims: Record<string, unknown> = {}): Promise<string> {
  const { token } = await post<{ token: string }>('/tokens', { email, claims });
  return token;
}
