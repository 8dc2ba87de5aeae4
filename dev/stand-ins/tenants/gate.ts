/**
 * Guards the pages of an environment like the chart's gateway: admits signed-in, admitted accounts, sends visitors to
 * the sign-in, and refuses other accounts.
 */
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { Admission, Visitor } from './admission.ts';
import type { Environment } from './environment.ts';
import { noticePage } from './pages.ts';
import { SESSION_PATH, type SignIn } from './sign-in.ts';

export const SESSION_COOKIE = 'vigia-entrada';
const SIGN_IN_AGAIN_PATH = '/-/sign-in-again';

/** Paths that need no sign-in. Measured on the gateway: deploy/tenant-chart/templates/gateway.yaml. */
const isPublic = (path: string): boolean =>
  path === '/robots.txt' || path === '/metrics' || /^\/(?:status|api|-)\//.test(path);

export interface Gate {
  /** The response that stops a request; `null` lets it through. */
  intercept(c: Context, environment: Environment, path: string): Response | Promise<Response> | null;
  /** Whether this session may enter now; sockets check it again over time. */
  mayEnter(session: string | undefined, environment: Environment): 204 | 401 | 403;
}

export function createGate(signIn: SignIn, admission: Admission, brand: string): Gate {
  const visitorOf = (session: string | undefined): Visitor | null =>
    session === undefined ? null : signIn.visitorOf(session);

  function mayEnter(session: string | undefined, environment: Environment) {
    const visitor = visitorOf(session);
    if (visitor === null) return 401;
    return admission.mayEnter(environment, visitor) ? 204 : 403;
  }

  function takeTicket(c: Context): Response {
    const session = signIn.redeem(c.req.query('ticket') ?? '');
    if (session !== null)
      setCookie(c, SESSION_COOKIE, session, { httpOnly: true, sameSite: 'Lax', path: '/' });
    const target = c.req.query('para') ?? '/';
    // Only a path of this environment is followed.
    return c.redirect(new URL(target, 'http://here').origin === 'http://here' ? target : '/', 302);
  }

  return {
    mayEnter,
    intercept(c, environment, path) {
      if (environment.isReadOnly) return null;
      const { origin, search } = new URL(c.req.url);
      if (path === SESSION_PATH) return takeTicket(c);
      if (path === SIGN_IN_AGAIN_PATH) return c.redirect(signIn.begin(`${origin}/dashboard`), 302);
      if (isPublic(path)) return null;
      const status = mayEnter(getCookie(c, SESSION_COOKIE), environment);
      if (status === 204) return null;
      if (status === 401) return c.redirect(signIn.begin(`${origin}${path}${search}`), 302);
      return c.html(strangerPage(brand, environment.tenant), 403);
    },
  };
}

/** The same text as deploy/tenant-chart/files/stranger.html. */
function strangerPage(brand: string, tenant: string) {
  return noticePage(
    brand,
    tenant,
    'Esta conta não abre este ambiente',
    'Você entrou com uma conta que não tem acesso a este endereço. Se o acesso é novo, entre de novo.',
    { href: SIGN_IN_AGAIN_PATH, text: 'Entrar de novo' },
  );
}
