/**
 * The sign-in for all local environments, like oauth2-proxy in a cluster: one callback, and a session with the person's
 * groups at the time of the sign-in.
 *
 * Browsers keep no cookie for all of `*.localhost`, so each environment sets its own cookie, in exchange for a ticket.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { Visitor } from './admission.ts';

export interface SignInOptions {
  /** The identity stand-in's `issuer`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Origin of this stand-in, which receives the callback. */
  readonly origin: string;
  readonly fetch?: typeof fetch;
}

/** What the environments' gate needs; a test passes its own users. */
export interface SignIn {
  /** Sign-in address for a browser, which returns to `wayBack` with a ticket. */
  begin(wayBack: string): string;
  /** Ends a sign-in: the address to continue at, or `null` when it was refused or did not start here. */
  finish(query: Readonly<Record<string, string>>): Promise<string | null>;
  /**
   * Exchanges a ticket for a session, once.
   * @returns The value of its cookie.
   */
  redeem(ticket: string): string | null;
  visitorOf(session: string): Visitor | null;
}

export const CALLBACK_PATH = '/oauth2/callback';
/** Path at which an environment accepts its ticket. */
export const SESSION_PATH = '/oauth2/session';

const newSecret = (): string => randomBytes(24).toString('base64url');

export function createSignIn({ issuer, clientId, clientSecret, origin, ...options }: SignInOptions): SignIn {
  const ask = options.fetch ?? fetch;
  const begun = new Map<string, { readonly verifier: string; readonly wayBack: string }>();
  const tickets = new Map<string, Visitor>();
  const sessions = new Map<string, Visitor>();
  const endpoint = (name: string): string => `${issuer}/protocol/openid-connect/${name}`;
  const redirect = `${origin}${CALLBACK_PATH}`;

  async function visitorFor(code: string, verifier: string): Promise<Visitor | null> {
    const exchanged = await ask(endpoint('token'), {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirect,
        client_id: clientId,
        client_secret: clientSecret,
      }),
    });
    if (!exchanged.ok) return null;
    const { access_token: token } = (await exchanged.json()) as { access_token: string };
    const person = await ask(endpoint('userinfo'), { headers: { Authorization: `Bearer ${token}` } });
    if (!person.ok) return null;
    const { sub, groups = [] } = (await person.json()) as { sub: string; groups?: readonly string[] };
    return { subject: sub, groups };
  }

  return {
    begin(wayBack) {
      const [state, verifier] = [newSecret(), newSecret() + newSecret()];
      begun.set(state, { verifier, wayBack });
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirect,
        response_type: 'code',
        scope: 'openid',
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      });
      return `${endpoint('auth')}?${query}`;
    },
    async finish({ state = '', code = '' }) {
      const begin = begun.get(state);
      begun.delete(state);
      const visitor = begin ? await visitorFor(code, begin.verifier) : null;
      if (begin === undefined || visitor === null) return null;
      const ticket = newSecret();
      tickets.set(ticket, visitor);
      const wayBack = new URL(begin.wayBack);
      const query = new URLSearchParams({ ticket, para: `${wayBack.pathname}${wayBack.search}` });
      return `${wayBack.origin}${SESSION_PATH}?${query}`;
    },
    redeem(ticket) {
      const visitor = tickets.get(ticket);
      tickets.delete(ticket);
      if (visitor === undefined) return null;
      const session = newSecret();
      sessions.set(session, visitor);
      return session;
    },
    visitorOf: (session) => sessions.get(session) ?? null,
  };
}
