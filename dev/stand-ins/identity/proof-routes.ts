/**
 * What a mailed link leads to, as in Keycloak 26: in the browser that asked for it the sign-in goes on; in any other one
 * the address is proven and the first password chosen there, the waiting sign-in ends, and its page leads back to the
 * site.
 */
import { Hono } from 'hono';
import { errors, type Provider } from 'oidc-provider';
import { currentSession, type IdentityContext, type IdentityEnv, readForm, signIn } from './mount.ts';
import { type FieldState, renderFailure } from './pages.ts';
import { hashPassword } from './passwords.ts';
import { renderEnd, renderPassword, renderQuestion, renderWaiting } from './proof-pages.ts';
import type { Proofs } from './proofs.ts';
import type { IdentityStore, User } from './store.ts';

/** What the pages between the authorisation request and the redirect to the site need. */
export interface AccountOptions {
  readonly provider: Provider;
  readonly store: IdentityStore;
  readonly siteOrigin: string;
  /** Further origins that a sign-in may return to. */
  readonly otherOrigins: readonly string[];
  readonly proofs: Proofs;
}

const PASSWORD_MIN_CHARACTERS = 8;
const PASSWORD_MAX_CHARACTERS = 128;
const END_ELSEWHERE = 'Volte ao aparelho em que você começou e escolha "Já confirmei, continuar".';
const READY_ELSEWHERE =
  'Sua conta está pronta. Se você começou em outro aparelho, volte a ele e escolha "Já confirmei, continuar".';

function passwordProblem(password: string, email: string): string | undefined {
  if (password === '') return 'Escolha uma senha.';
  if (password.length < PASSWORD_MIN_CHARACTERS)
    return `Use pelo menos ${PASSWORD_MIN_CHARACTERS} caracteres.`;
  if (password.length > PASSWORD_MAX_CHARACTERS) return `Use até ${PASSWORD_MAX_CHARACTERS} caracteres.`;
  return password.toLowerCase().includes(email) ? 'A senha não pode conter o seu e-mail.' : undefined;
}

/** Routes below `/login-actions`, before those of a sign-in. */
export function proofRoutes({
  provider,
  store,
  siteOrigin,
  otherOrigins,
  proofs,
}: AccountOptions): Hono<IdentityEnv> {
  const interactionOf = (c: IdentityContext) => provider.interactionDetails(c.env.incoming, c.env.outgoing);
  const expired = (c: IdentityContext) =>
    c.html(renderFailure(siteOrigin, 'O link venceu. Peça outro.'), 400);

  /** Keeps a posted password. @returns The page with what is wrong, or `null`. */
  async function takePassword(c: IdentityContext, user: User, action: string) {
    const typed = await readForm(c);
    const password: FieldState = { problem: passwordProblem(typed('password-new'), user.email) };
    const isSame = typed('password-new') === typed('password-confirm');
    const again: FieldState = { problem: isSame ? undefined : 'As duas senhas são diferentes.' };
    if (password.problem || again.problem)
      return c.html(renderPassword({ siteOrigin, action, password, again }));
    store.setPassword(user, await hashPassword(typed('password-new')));
    return null;
  }

  /** The waiting page's way back, once its sign-in is over: Keycloak's words make keycloak-js look for a session. */
  async function restart(c: IdentityContext) {
    const { origem = '', state = '' } = c.req.query();
    if (![siteOrigin, ...otherOrigins].includes(URL.parse(origem)?.origin ?? ''))
      return c.html(renderFailure(siteOrigin, 'Invalid redirect uri'), 400);
    const { accountId } = await currentSession(provider, c);
    const answer = { error: 'temporarily_unavailable', error_description: 'authentication_expired', state };
    return c.redirect(accountId ? `${origem}#${new URLSearchParams(answer)}` : origem);
  }

  async function wait(c: IdentityContext) {
    const { uid, params } = await interactionOf(c);
    const user = proofs.userOf(uid);
    if (user === undefined) return c.redirect('?tela=entrar');
    if (user.isEmailProven) return goOn(c, user);
    const seconds = proofs.waitOf(uid);
    const wantsAnother = c.req.query('reenviar') !== undefined;
    if (wantsAnother && seconds === 0) {
      await proofs.send(user, uid);
      return c.redirect('?tela=confirmar', 303);
    }
    const back = { origem: String(params['redirect_uri']), state: String(params['state'] ?? '') };
    const below = c.req.path.slice(0, c.req.path.lastIndexOf('/'));
    return c.html(
      renderWaiting({
        siteOrigin,
        email: user.email,
        continueHref: `${below}/restart?${new URLSearchParams(back)}`,
        sessionHref: `${below}/session`,
        problem: wantsAnother ? `Espere ${seconds} segundos para receber outro e-mail.` : undefined,
      }),
    );
  }

  /** In the browser of the sign-in, with a proven address. */
  function goOn(c: IdentityContext, user: User) {
    if (user.passwordHash !== null) return signIn(provider, c, user.id);
    return c.html(renderPassword({ siteOrigin, action: '?tela=senha' }));
  }

  /** In another browser. The sign-in that waited is over, because whoever started it may be somebody else. */
  async function endElsewhere(c: IdentityContext, user: User, uid: string) {
    store.proveEmail(user);
    await (await provider.Interaction.find(uid))?.destroy();
    const action = `?key=${c.req.query('key')}`;
    return user.passwordHash === null
      ? c.html(renderPassword({ siteOrigin, action }))
      : c.html(renderEnd(siteOrigin, 'E-mail confirmado', END_ELSEWHERE));
  }

  /** The sign-in's cookie is sent below its own path only. */
  async function isBrowserOf(c: IdentityContext, uid: string): Promise<boolean> {
    try {
      return (await interactionOf(c)).uid === uid;
    } catch (error) {
      if (error instanceof errors.SessionNotFound) return false;
      throw error;
    }
  }

  return new Hono<IdentityEnv>()
    .get('/restart', restart)
    .get('/session', async (c) => c.text((await currentSession(provider, c)).accountId ? 'open' : ''))
    .get('/action-token', async (c) => {
      const found = proofs.find(c.req.query('key') ?? '');
      if (found === null) return expired(c);
      const { user, proof } = found;
      if (user.isEmailProven)
        return c.html(renderEnd(siteOrigin, 'E-mail confirmado', 'Este e-mail já foi confirmado.'));
      if (c.req.query('confirmado') !== undefined) return endElsewhere(c, user, proof.uid);
      return c.redirect(`${proof.uid}/action-token${new URL(c.req.url).search}`);
    })
    .post('/action-token', async (c) => {
      const found = proofs.find(c.req.query('key') ?? '');
      if (found === null || !found.user.isEmailProven || found.user.passwordHash !== null) return expired(c);
      const wrong = await takePassword(c, found.user, `?key=${found.proof.key}`);
      return wrong ?? c.html(renderEnd(siteOrigin, 'Conta pronta', READY_ELSEWHERE));
    })
    .get('/:uid/action-token', async (c) => {
      const found = proofs.find(c.req.query('key') ?? '');
      if (found === null) return expired(c);
      const { user, proof } = found;
      if (!(await isBrowserOf(c, proof.uid)))
        return c.html(
          renderQuestion({
            siteOrigin,
            email: user.email,
            actionHref: `../action-token?key=${proof.key}&confirmado=sim`,
          }),
        );
      store.proveEmail(user);
      return c.redirect(`../${proof.uid}?tela=confirmar`);
    })
    .get('/:uid', async (c, next) => (c.req.query('tela') === 'confirmar' ? wait(c) : next()))
    .post('/:uid', async (c, next) => {
      if (c.req.query('tela') !== 'senha') return next();
      const user = proofs.userOf((await interactionOf(c)).uid);
      if (user === undefined || !user.isEmailProven || user.passwordHash !== null) return expired(c);
      return (await takePassword(c, user, '?tela=senha')) ?? signIn(provider, c, user.id);
    });
}
