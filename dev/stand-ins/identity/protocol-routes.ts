/** Endpoints under `/protocol/openid-connect` that the library lacks or implements differently from Keycloak. */
import { Hono } from 'hono';
import { deleteCookie } from 'hono/cookie';
import { cors } from 'hono/cors';
import { html, raw } from 'hono/html';
import type Provider from 'oidc-provider';
import { type Faults, misbehave } from '../stand-in.ts';
import { personClaims, SITE_CLIENT, type TokenReader } from './claims.ts';
import { currentSession, handOver, type IdentityContext, type IdentityEnv } from './mount.ts';
import { contentSecurityPolicy, renderFailure, renderLoggedOut, renderLogoutQuestion } from './pages.ts';
import { endpoint, isSiteUri } from './provider.ts';
import { endSession } from './records.ts';
import type { IdentityStore } from './store.ts';

export interface ProtocolOptions {
  readonly provider: Provider;
  readonly store: IdentityStore;
  readonly tokens: TokenReader;
  readonly siteOrigin: string;
  readonly faults: Faults;
}

/** Adds Keycloak's default scopes; keycloak-js requests only `openid`. */
function withDefaultScopes(query: URLSearchParams): URLSearchParams {
  const asked = query.get('scope')?.split(' ') ?? [];
  query.set('scope', [...new Set([...asked, 'profile', 'email'])].filter(Boolean).join(' '));
  return query;
}

function frame(script: string) {
  return html`<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Vigia</title><script>${raw(script)}</script></head></html>`;
}

const cookieTestScript = "document.cookie = 'vigia-id-3p=1; SameSite=Lax'; location.replace('step2.html');";

const cookieResultScript = `
  const supported = document.cookie.includes('vigia-id-3p=1');
  document.cookie = 'vigia-id-3p=; SameSite=Lax; Max-Age=0';
  parent.postMessage(supported ? 'supported' : 'unsupported', '*');`;

/** keycloak-js sends `{client} {sid}` and waits for `unchanged`, `changed` or `error`. */
const sessionStatusScript = `
  addEventListener('message', async ({ data, origin, source }) => {
    if (typeof data !== 'string' || !data.includes(' ')) return;
    const [client, sid] = data.split(' ');
    const query = new URLSearchParams({ client_id: client, origin, session_state: sid });
    const answer = await fetch(location.pathname + '/init?' + query).catch(() => null);
    source.postMessage(answer?.ok ? await answer.text() : 'error', origin);
  });`;

/** Removes the session from this browser; the server's session stays. */
function forgetSession(provider: Provider, c: IdentityContext): void {
  const cookie = provider.cookieName('session');
  const path = new URL(provider.issuer).pathname;
  for (const name of [cookie, `${cookie}.sig`]) deleteCookie(c, name, { path });
}

async function logout(c: IdentityContext, { provider, store, tokens, siteOrigin }: ProtocolOptions) {
  const body = c.req.method === 'POST' ? await c.req.parseBody() : {};
  const typed = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const fields: Record<string, string> = { ...c.req.query(), ...Object.fromEntries(typed) };
  c.header('Content-Security-Policy', contentSecurityPolicy(siteOrigin));
  c.header('Cache-Control', 'no-store');
  const target = fields['post_logout_redirect_uri'];
  if (target !== undefined && !isSiteUri(siteOrigin, target)) {
    return c.html(renderFailure(siteOrigin, 'Invalid redirect uri'), 400);
  }
  const hint = fields['id_token_hint'];
  const isProved = hint ? await tokens.isOurs(hint) : fields['confirmado'] === 'sim';
  if (!isProved) return c.html(renderLogoutQuestion(siteOrigin, fields));
  endSession(store, (await currentSession(provider, c)).uid);
  forgetSession(provider, c);
  if (target === undefined) return c.html(renderLoggedOut(siteOrigin));
  const url = new URL(target);
  if (fields['state']) url.searchParams.set('state', fields['state']);
  return c.redirect(url.href, 302);
}

async function userinfo(c: IdentityContext, { store, tokens }: ProtocolOptions) {
  const token = /^Bearer (.+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  const claims = token ? await tokens.read(token) : null;
  const user = claims?.sub ? store.findUser(claims.sub) : undefined;
  if (!user) {
    c.header('WWW-Authenticate', 'Bearer realm="vigia", error="invalid_token"');
    return c.json({ error: 'invalid_token', error_description: 'Token verification failed' }, 401);
  }
  return c.json(personClaims(store, user));
}

async function sessionStatus(c: IdentityContext, { provider, siteOrigin }: ProtocolOptions) {
  const { client_id: client, origin, session_state: sid } = c.req.query();
  if (client !== SITE_CLIENT || origin !== siteOrigin) return c.text('error', 403);
  const session = await currentSession(provider, c);
  return c.text((session.accountId ? session.uid : '') === sid ? 'unchanged' : 'changed');
}

/** Routes below the realm's path; all others go to the library. */
export function protocolRoutes(options: ProtocolOptions): Hono<IdentityEnv> {
  const { provider, siteOrigin, faults } = options;
  const loginFrame = endpoint('login-status-iframe.html');
  return new Hono<IdentityEnv>()
    .use(
      '*',
      cors({ origin: siteOrigin, credentials: true, allowHeaders: ['Authorization', 'Content-Type'] }),
    )
    .get('/', (c) =>
      c.json({ realm: 'vigia', 'token-service': `${provider.issuer}/protocol/openid-connect` }),
    )
    .use(endpoint('token'), misbehave(faults))
    .post(endpoint('token'), (c) => handOver(provider, c, { mute: faults.loseAnswers > 0 }))
    .get(endpoint('auth'), (c) =>
      handOver(provider, c, { search: `?${withDefaultScopes(new URL(c.req.url).searchParams)}` }),
    )
    .get(endpoint('registrations'), (c) => {
      const query = withDefaultScopes(new URL(c.req.url).searchParams);
      query.set('prompt', 'create');
      // As in Keycloak, a registration starts without a session.
      forgetSession(provider, c);
      c.env.incoming.headers.cookie = '';
      return handOver(provider, c, { path: endpoint('auth'), search: `?${query}` });
    })
    .on(['GET', 'POST'], endpoint('logout'), (c) => logout(c, options))
    .on(['GET', 'POST'], endpoint('userinfo'), (c) => userinfo(c, options))
    .get(loginFrame, (c) => c.html(frame(sessionStatusScript)))
    .get(`${loginFrame}/init`, (c) => sessionStatus(c, options))
    .get(endpoint('3p-cookies/step1.html'), (c) => c.html(frame(cookieTestScript)))
    .get(endpoint('3p-cookies/step2.html'), (c) => c.html(frame(cookieResultScript)))
    .all('*', (c) => handOver(provider, c));
}
