/** Pages around the proof of an e-mail address and the first password, in the words of Keycloak's theme. */
import { html } from 'hono/html';
import { type FieldState, field, page } from './pages.ts';

interface WaitingPage {
  readonly siteOrigin: string;
  readonly email: string;
  /** Back to the page that asked for the sign-in. */
  readonly continueHref: string;
  /** Where the page asks whether another tab has signed in. */
  readonly sessionHref: string;
  /** What happened instead of another mail. */
  readonly problem?: string | undefined;
}

/** The link has been mailed. Goes on by itself when it is opened in this browser. */
export function renderWaiting({ siteOrigin, email, continueHref, sessionHref, problem }: WaitingPage) {
  return page(
    siteOrigin,
    'Confirme o seu e-mail',
    html`<h1>Confirme o seu e-mail</h1>
      ${problem ? html`<p class="alert" role="alert">${problem}</p>` : ''}
      <p class="soft">Mandamos um link para ${email}. Abra-o para confirmar o e-mail e continuar.</p>
      <p>Abriu o link em outro aparelho? <a href="${continueHref}" data-continue="${sessionHref}">Já confirmei, continuar</a></p>
      <p class="other">O e-mail não chegou? <a href="?tela=confirmar&amp;reenviar=sim">Clique aqui</a> para receber outro.
        Escreveu o endereço errado? <a href="?tela=cadastro">Comece de novo</a>.</p>`,
  );
}

interface QuestionPage {
  readonly siteOrigin: string;
  readonly email: string;
  readonly actionHref: string;
}

/** The link was opened in a browser that does not know the sign-in: mail scanners follow links, people press. */
export function renderQuestion({ siteOrigin, email, actionHref }: QuestionPage) {
  return page(
    siteOrigin,
    'Confirme o seu e-mail',
    html`<h1>Confirme o seu e-mail</h1>
      <p class="soft">O endereço ${email} é seu?</p>
      <p><a href="${actionHref}">Continuar</a></p>`,
  );
}

interface PasswordPage {
  readonly siteOrigin: string;
  readonly action: string;
  readonly password?: FieldState;
  readonly again?: FieldState;
}

/** The page on which the reader of the mail chooses the first password. */
export function renderPassword({ siteOrigin, action, password = {}, again = {} }: PasswordPage) {
  return page(
    siteOrigin,
    'Escolha a sua senha',
    html`<h1>Escolha a sua senha</h1>
      <p class="soft">Para continuar, escolha a sua senha.</p>
      <form method="post" action="${action}" novalidate>
        ${field({
          ...password,
          name: 'password-new',
          label: 'Senha nova',
          type: 'password',
          autocomplete: 'new-password',
          hint: 'Pelo menos 8 caracteres.',
          autofocus: !again.problem,
        })}
        ${field({
          ...again,
          name: 'password-confirm',
          label: 'Repita a senha nova',
          type: 'password',
          autocomplete: 'new-password',
          autofocus: Boolean(again.problem),
        })}
        <button>Enviar</button>
      </form>`,
  );
}

/** An end: what has happened, and the way to the site. */
export function renderEnd(siteOrigin: string, title: string, text: string) {
  return page(
    siteOrigin,
    title,
    html`<h1>${title}</h1>
      <p class="soft">${text}</p>
      <p class="other"><a href="${siteOrigin}/">Voltar ao site</a></p>`,
  );
}
