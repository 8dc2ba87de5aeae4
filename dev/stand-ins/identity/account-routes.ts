/** Login and registration: everything between the authorisation request and the redirect to the site. */
import { Hono } from 'hono';
import { errors, type Provider } from 'oidc-provider';
import type { IdentityContext, IdentityEnv } from './mount.ts';
import {
  contentSecurityPolicy,
  type FieldState,
  renderFailure,
  renderLogin,
  renderRegistration,
} from './pages.ts';
import { hashPassword, isPassword } from './passwords.ts';
import type { IdentityStore, User } from './store.ts';

export interface AccountOptions {
  readonly provider: Provider;
  readonly store: IdentityStore;
  readonly siteOrigin: string;
  /** Further origins that a sign-in may return to. */
  readonly otherOrigins: readonly string[];
}

const PASSWORD_MIN_CHARACTERS = 8;
const PASSWORD_MAX_CHARACTERS = 128;

function nameProblem(name: string): string | undefined {
  if (name.length < 2) return 'Escreva o seu nome.';
  return name.length > 100 ? 'Use até 100 caracteres.' : undefined;
}

function emailProblem(email: string, store: IdentityStore): string | undefined {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) return 'Confira o e-mail: ele parece incompleto.';
  return store.findUserByEmail(email)
    ? 'Este e-mail já tem uma conta. Entre com ele ou use outro.'
    : undefined;
}

function passwordProblem(password: string): string | undefined {
  if (password.length < PASSWORD_MIN_CHARACTERS)
    return `Use pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`;
  return password.length > PASSWORD_MAX_CHARACTERS
    ? `Use até ${PASSWORD_MAX_CHARACTERS} caracteres.`
    : undefined;
}

async function readForm(c: IdentityContext): Promise<{ name: string; email: string; password: string }> {
  const form = await c.req.parseBody();
  const text = (field: string): string => (typeof form[field] === 'string' ? form[field] : '');
  return { name: text('nome').trim(), email: text('email').trim(), password: text('senha') };
}

/** Routes below `/login-actions`. Each browser tab has its own request, so that tabs do not interfere. */
export function accountRoutes(options: AccountOptions): Hono<IdentityEnv> {
  const { provider, store, siteOrigin, otherOrigins } = options;

  /** Signs a user in at the library, which redirects the browser and ends another account's session first. */
  async function signIn(c: IdentityContext, user: User) {
    const result = { login: { accountId: user.id }, create: {} };
    return c.redirect(await provider.interactionResult(c.env.incoming, c.env.outgoing, result), 303);
  }

  async function login(c: IdentityContext) {
    const { email, password } = await readForm(c);
    const user = store.findUserByEmail(email);
    if (user && (await isPassword(password, user.passwordHash))) return signIn(c, user);
    return c.html(
      renderLogin({ siteOrigin, email, problem: 'E-mail ou senha incorretos. Confira e tente de novo.' }),
    );
  }

  async function register(c: IdentityContext) {
    const { name, email, password } = await readForm(c);
    const fields = {
      name: { value: name, problem: nameProblem(name) },
      email: { value: email, problem: emailProblem(email, store) },
      password: { problem: passwordProblem(password) },
    } satisfies Record<string, FieldState>;
    if (Object.values(fields).some((field) => field.problem)) {
      return c.html(renderRegistration({ siteOrigin, ...fields }));
    }
    const user = store.addUser({ name, email, passwordHash: await hashPassword(password) });
    if (user) return signIn(c, user);
    // The address was taken while the password was being hashed.
    const taken = { value: email, problem: emailProblem(email, store) };
    return c.html(renderRegistration({ siteOrigin, ...fields, email: taken }));
  }

  const routes = new Hono<IdentityEnv>();
  routes.use('*', async (c, next) => {
    await next();
    c.header('Content-Security-Policy', contentSecurityPolicy(siteOrigin, otherOrigins));
    c.header('Cache-Control', 'no-store');
  });
  routes.get('/:uid', async (c) => {
    const { prompt, params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    const view = c.req.query('tela') ?? (prompt.name === 'create' ? 'cadastro' : 'entrar');
    if (view === 'cadastro') return c.html(renderRegistration({ siteOrigin }));
    const hint = params['login_hint'];
    return c.html(renderLogin({ siteOrigin, email: typeof hint === 'string' ? hint : undefined }));
  });
  routes.post('/:uid', async (c) => {
    await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    return c.req.query('tela') === 'cadastro' ? register(c) : login(c);
  });
  routes.onError((error, c) => {
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return c.html(renderFailure(siteOrigin, error.error_description ?? error.error), 400);
  });
  return routes;
}
