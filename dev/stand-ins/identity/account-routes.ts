/** Login and registration: everything between the authorisation request and the redirect to the site. */
import { Hono } from 'hono';
import { errors } from 'oidc-provider';
import { type IdentityContext, type IdentityEnv, readForm, signIn } from './mount.ts';
import {
  contentSecurityPolicy,
  type FieldState,
  renderFailure,
  renderLogin,
  renderRegistration,
} from './pages.ts';
import { isPassword } from './passwords.ts';
import { type AccountOptions, proofRoutes } from './proof-routes.ts';
import { MailRefused } from './proofs.ts';
import type { IdentityStore, User } from './store.ts';

const NAME_MAX_CHARACTERS = 100;

function nameProblem(name: string, missing: string): string | undefined {
  if (name === '') return missing;
  return name.length > NAME_MAX_CHARACTERS ? `Use até ${NAME_MAX_CHARACTERS} caracteres.` : undefined;
}

function emailProblem(email: string, store: IdentityStore): string | undefined {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) return 'Confira o e-mail: ele parece incompleto.';
  return store.findUserByEmail(email) ? EMAIL_TAKEN : undefined;
}

const EMAIL_TAKEN = 'Este e-mail já tem uma conta. Entre com ele ou use outro.';

/** Routes below `/login-actions`. Each browser tab has its own request, so that tabs do not interfere. */
export function accountRoutes(options: AccountOptions): Hono<IdentityEnv> {
  const { provider, store, siteOrigin, otherOrigins, proofs } = options;

  /** Mails the link and waits for it. */
  async function askForProof(c: IdentityContext, user: User) {
    const uid = c.req.param('uid') ?? '';
    await proofs.send(user, uid);
    return c.redirect(`${c.req.path}?tela=confirmar`, 303);
  }

  async function login(c: IdentityContext) {
    const typed = await readForm(c);
    const email = typed('username').trim();
    const user = store.findUserByEmail(email);
    if (user && (await isPassword(typed('password'), user.passwordHash)))
      return user.isEmailProven ? signIn(provider, c, user.id) : askForProof(c, user);
    return c.html(
      renderLogin({ siteOrigin, email, problem: 'E-mail ou senha incorretos. Confira e tente de novo.' }),
    );
  }

  async function register(c: IdentityContext) {
    const typed = await readForm(c);
    const [email, firstName, lastName] = [typed('email'), typed('firstName'), typed('lastName')].map((text) =>
      text.trim(),
    ) as [string, string, string];
    const fields = {
      email: { value: email, problem: emailProblem(email, store) },
      firstName: { value: firstName, problem: nameProblem(firstName, 'Escreva o seu nome.') },
      lastName: { value: lastName, problem: nameProblem(lastName, 'Escreva o seu sobrenome.') },
    } satisfies Record<string, FieldState>;
    const isWrong = Object.values(fields).some((field) => field.problem);
    const name = `${firstName} ${lastName}`;
    const user = isWrong ? null : store.addUser({ name, email, passwordHash: null, isEmailProven: false });
    return user === null ? c.html(renderRegistration({ siteOrigin, ...fields })) : askForProof(c, user);
  }

  const routes = new Hono<IdentityEnv>();
  routes.use('*', async (c, next) => {
    await next();
    c.header('Content-Security-Policy', contentSecurityPolicy(siteOrigin, otherOrigins));
    c.header('Cache-Control', 'no-store');
  });
  routes.onError((error, c) => {
    if (error instanceof MailRefused) return c.html(renderFailure(siteOrigin, error.message), 500);
    if (!(error instanceof errors.SessionNotFound)) throw error;
    return c.html(renderFailure(siteOrigin, error.error_description ?? error.error), 400);
  });
  routes.route('/', proofRoutes(options));
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
  return routes;
}
