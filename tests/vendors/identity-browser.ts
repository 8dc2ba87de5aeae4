/** Signs in at the identity provider without a browser, for tests of tokens and sessions. */
import { createHash, randomBytes } from 'node:crypto';
import { fetchAnew } from '#dev/fetch-anew.ts';
import { keycloakForms, proofLinkIn } from '#tests/support/identity-forms.ts';
import type { Person } from '#tests/support/people.ts';
import type { IdentityUnderTest } from './identity-provider.ts';

/** Where a request led: a page of the provider, or an address of the site with the provider's response in it. */
export interface Landing {
  readonly url: URL;
  readonly status: number;
  /** `null` for the site, which is not requested. */
  readonly html: string | null;
}

type Provider = Pick<IdentityUnderTest, 'url' | 'issuer' | 'clientId' | 'siteOrigin'> & {
  /** Where the client is redirected to; by default the site's checkout. */
  readonly redirectUri?: string;
};

/** Hidden fields of a page with one form, which a browser sends along. */
const hiddenFields = (html: string): Record<string, string> =>
  Object.fromEntries(
    [...html.matchAll(/<input type="hidden"[^>]*name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  );

const unescaped = (text: string): string => text.replaceAll('&amp;', '&');

/** The browser features that a sign-in needs: cookies with paths, forms, and redirects. */
export function createBrowser({
  url,
  issuer,
  clientId,
  siteOrigin,
  redirectUri = `${siteOrigin}/checkout?plan=pro`,
}: Provider) {
  /** By name and path: two realms of one server have cookies of the same names. */
  const jar = new Map<string, { name: string; value: string; path: string }>();
  const endpoint = (name: string) => `${issuer}/protocol/openid-connect/${name}`;
  const verifier = randomBytes(32).toString('base64url');

  async function request(target: string, init: RequestInit = {}): Promise<Response> {
    const { pathname } = new URL(target);
    const cookies = [...jar.values()].filter(({ path }) => pathname.startsWith(path));
    const headers = {
      Cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
      Origin: siteOrigin,
    };
    const response = await fetchAnew(target, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      const path = /path=([^;]+)/i.exec(line)?.[1] ?? '/';
      if (value === '' || /max-age=0/i.test(line)) jar.delete(`${name} ${path}`);
      else jar.set(`${name} ${path}`, { name, value, path });
    }
    return response;
  }

  async function follow(response: Response): Promise<Landing> {
    const location = response.headers.get('location');
    if (location === null) {
      return { url: new URL(response.url), status: response.status, html: await response.text() };
    }
    const target = new URL(location, response.url);
    if (target.origin !== url || target.href.startsWith(`${redirectUri}#`))
      return { url: target, status: response.status, html: null };
    return follow(await request(target.href));
  }

  async function authorize(parameters: Record<string, string> = {}, path = 'auth'): Promise<Landing> {
    const query = new URLSearchParams({
      client_id: clientId,
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

  async function token(parameters: Record<string, string>) {
    const body = new URLSearchParams({ client_id: clientId, ...parameters });
    const response = await request(endpoint('token'), { method: 'POST', body });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  return {
    request,
    authorize,
    endpoint,
    /** Opens an address of the provider, like a link. */
    open: async (target: string) => follow(await request(target)),
    /** Submits the first form of a page. */
    async submit(page: Landing, fields: Record<string, string>): Promise<Landing> {
      const action = /<form[^>]*\saction="([^"]*)"/.exec(page.html ?? '')?.[1];
      if (action === undefined) throw new Error(`no form at ${page.url.href}`);
      const target = new URL(unescaped(action), page.url);
      const body = new URLSearchParams({ ...hiddenFields(page.html ?? ''), ...fields });
      return follow(await request(target.href, { method: 'POST', body }));
    },
    /** Cookies for a browser's context. */
    cookies: () => [...jar.values()].map((cookie) => ({ ...cookie, domain: new URL(url).hostname })),
    redeem: (answer: Landing) =>
      token({
        grant_type: 'authorization_code',
        code: answerOf(answer).get('code') ?? '',
        redirect_uri: redirectUri,
        code_verifier: verifier,
      }),
    refresh: (refreshToken = '') => token({ grant_type: 'refresh_token', refresh_token: refreshToken }),
  };
}

/** Signs an account in and exchanges the code for tokens. */
export async function signIn(provider: Provider, person: Pick<Person, 'email' | 'password'>) {
  const browser = createBrowser(provider);
  const answer = await browser.submit(await browser.authorize(), keycloakForms.login(person));
  const { body } = await browser.redeem(answer);
  return { browser, tokens: body };
}

/** Registers a person, opens the mailed link in the same browser and chooses the password. */
export async function finishRegistration(
  provider: Pick<IdentityUnderTest, 'mailsTo'>,
  browser: ReturnType<typeof createBrowser>,
  page: Landing,
  person: Person,
): Promise<Landing> {
  await browser.submit(page, keycloakForms.registration(person));
  const [mail = {}] = await provider.mailsTo(person.email);
  return browser.submit(await browser.open(proofLinkIn(mail)), keycloakForms.newPassword(person.password));
}

/** The provider's parameters in the redirect to the site. */
export const answerOf = ({ url }: Landing): URLSearchParams => new URLSearchParams(url.hash.slice(1));
