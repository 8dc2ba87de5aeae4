/** Signs in at the identity stand-in without a browser, for tests of tokens and sessions. */
import { createHash, randomBytes } from 'node:crypto';
import type { IdentityStandIn } from '#dev/stand-ins/identity/index.ts';

/**
 * As much of a browser as a sign-in needs: cookies with their paths, and redirects by hand. Answers of the provider are the address they lead to.
 */
export function createBrowser(standIn: IdentityStandIn, siteOrigin: string) {
  const jar = new Map<string, { value: string; path: string }>();
  const endpoint = (name: string) => `${standIn.issuer}/protocol/openid-connect/${name}`;
  const redirectUri = `${siteOrigin}/checkout?plan=pro`;
  const verifier = randomBytes(32).toString('base64url');

  async function request(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(url);
    const cookies = [...jar].filter(([, { path }]) => pathname.startsWith(path));
    const headers = {
      Cookie: cookies.map(([name, { value }]) => `${name}=${value}`).join('; '),
      Origin: siteOrigin,
    };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, { value, path: /path=([^;]+)/i.exec(line)?.[1] ?? '/' });
    }
    return response;
  }

  async function authorize(parameters: Record<string, string> = {}, path = 'auth'): Promise<URL> {
    const query = new URLSearchParams({
      client_id: standIn.clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      response_mode: 'fragment',
      scope: 'openid',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...parameters,
    });
    return follow(await request(`${endpoint(path)}?${query}`));
  }

  async function follow(response: Response): Promise<URL> {
    const location = response.headers.get('location');
    if (location === null) return new URL(response.url);
    const target = new URL(location, response.url);
    const isPage = target.origin !== standIn.url || target.pathname.includes('/login-actions/');
    return isPage ? target : follow(await request(target.href));
  }

  async function token(parameters: Record<string, string>) {
    const body = new URLSearchParams({ client_id: standIn.clientId, ...parameters });
    const response = await request(endpoint('token'), { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  return {
    request,
    authorize,
    endpoint,
    async submit(page: URL, fields: Record<string, string>): Promise<URL> {
      return follow(await request(page.href, { method: 'POST', body: new URLSearchParams(fields) }));
    },
    redeem: (answer: URL) =>
      token({
        grant_type: 'authorization_code',
        code: new URLSearchParams(answer.hash.slice(1)).get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    refresh: (refreshToken = '') => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}

/** Signs an account in and redeems the code. */
export async function signIn(
  standIn: IdentityStandIn,
  siteOrigin: string,
  account: { readonly email: string; readonly password: string },
) {
  const browser = createBrowser(standIn, siteOrigin);
  const page = await browser.authorize();
  const answer = await browser.submit(page, { email: account.email, senha: account.password });
  return { browser, tokens: (await browser.redeem(answer)).body };
}

/** What the provider told the site in the address it led back to. */
export const answerOf = (url: URL): URLSearchParams => new URLSearchParams(url.hash.slice(1));
