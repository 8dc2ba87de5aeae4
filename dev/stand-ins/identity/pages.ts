/** HTML of the realm's pages: login, registration, logout, failure. No other origin, and one script. */
import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import { pageScript } from './page-script.ts';
import { pageStyle } from './page-style.ts';

/** A form field: its value and its error. */
export interface FieldState {
  readonly value?: string | undefined;
  readonly problem?: string | undefined;
}

interface FieldOptions extends FieldState {
  readonly name: string;
  readonly label: string;
  readonly type?: 'text' | 'email' | 'password';
  readonly autocomplete: string;
  readonly hint?: string;
  readonly autofocus?: boolean;
}

const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Content policy of the pages. Forms return to the site by redirects, which `form-action` checks too.
 * @param others Further origins that a sign-in may return to.
 */
export function contentSecurityPolicy(siteOrigin: string, others: readonly string[] = []): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${hashOf(pageStyle)}'`,
    `script-src 'sha256-${hashOf(pageScript)}'`,
    "connect-src 'self'",
    'img-src data:',
    ["form-action 'self'", siteOrigin, ...others].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

const mark = raw(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#2bc873"/>' +
    '<path d="M4.5 16C7.4 11 11.3 8.2 16 8.2S24.6 11 27.5 16C24.6 21 20.7 23.8 16 23.8S7.4 21 4.5 16z" fill="#fff"/>' +
    '<circle cx="16" cy="16" r="4.8" fill="#0d2018"/><circle cx="17.8" cy="14.2" r="1.5" fill="#fff"/></svg>',
);

/** The frame of every page. */
export function page(siteOrigin: string, title: string, body: unknown) {
  return html`<!doctype html>
    <html lang="pt-BR">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Vigia</title>
        <link rel="icon" href="data:," />
        ${raw(`<style>${pageStyle}</style>`)}
      </head>
      <body>
        <a class="brand" href="${siteOrigin}/">${mark} Vigia</a>
        <main>${body}</main>
        <footer>Ambiente local: esta página faz o papel do servidor de contas.</footer>
        ${raw(`<script type="module">${pageScript}</script>`)}
      </body>
    </html>`;
}

/** A labelled input with its hint or error. */
export function field({
  name,
  label,
  type = 'text',
  autocomplete,
  hint,
  value,
  problem,
  autofocus,
}: FieldOptions) {
  // The error replaces the hint.
  const note = problem ? `${name}-erro` : hint && `${name}-dica`;
  const attributes = [
    note && `aria-describedby="${note}"`,
    problem && 'aria-invalid="true"',
    autofocus && 'autofocus',
    type === 'email' && 'inputmode="email" autocapitalize="none" spellcheck="false"',
  ].filter(Boolean);
  return html`<div class="field">
    <label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" required
      value="${value ?? ''}" ${raw(attributes.join(' '))} />
    ${hint && !problem ? html`<p class="hint" id="${name}-dica">${hint}</p>` : ''}
    ${problem ? html`<p class="problem" id="${name}-erro">${problem}</p>` : ''}
  </div>`;
}

export interface LoginPage {
  readonly siteOrigin: string;
  readonly email?: string | undefined;
  readonly problem?: string | undefined;
}

export function renderLogin({ siteOrigin, email, problem }: LoginPage) {
  return page(
    siteOrigin,
    'Entrar',
    html`<h1>Entrar</h1>
      <p class="soft">Use o e-mail e a senha da sua conta.</p>
      ${problem ? html`<p class="alert" role="alert">${problem}</p>` : ''}
      <form method="post" action="?tela=entrar" novalidate>
        ${field({ name: 'username', label: 'E-mail', type: 'email', autocomplete: 'username', value: email, autofocus: !email })}
        ${field({ name: 'password', label: 'Senha', type: 'password', autocomplete: 'current-password', autofocus: Boolean(email) })}
        <button>Entrar</button>
      </form>
      <p class="other">Ainda não tem conta? <a href="?tela=cadastro">Criar conta</a></p>`,
  );
}

export interface RegistrationPage {
  readonly siteOrigin: string;
  readonly email?: FieldState;
  readonly firstName?: FieldState;
  readonly lastName?: FieldState;
}

/** Keycloak's fields: the password is chosen after the proof of the e-mail. */
export function renderRegistration({
  siteOrigin,
  email = {},
  firstName = {},
  lastName = {},
}: RegistrationPage) {
  const first = [email, firstName, lastName].find((state) => state.problem) ?? email;
  return page(
    siteOrigin,
    'Criar conta',
    html`<h1>Criar conta</h1>
      <p class="soft">Leva menos de um minuto. Depois você volta para onde estava.</p>
      <form method="post" action="?tela=cadastro" novalidate>
        ${field({ ...email, name: 'email', label: 'E-mail', type: 'email', autocomplete: 'email', autofocus: first === email })}
        ${field({ ...firstName, name: 'firstName', label: 'Nome', autocomplete: 'given-name', autofocus: first === firstName })}
        ${field({ ...lastName, name: 'lastName', label: 'Sobrenome', autocomplete: 'family-name', autofocus: first === lastName })}
        <button>Criar conta</button>
      </form>
      <p class="other">Já tem conta? <a href="?tela=entrar">Entrar</a></p>`,
  );
}

/** Shown when a logout does not prove its session, as in Keycloak. */
export function renderLogoutQuestion(siteOrigin: string, fields: Readonly<Record<string, string>>) {
  return page(
    siteOrigin,
    'Sair',
    html`<h1>Sair da sua conta?</h1>
      <p class="soft">Você sai da Vigia neste navegador.</p>
      <form method="post">
        ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <button name="confirmado" value="sim">Sair</button>
      </form>`,
  );
}

export function renderLoggedOut(siteOrigin: string) {
  return page(
    siteOrigin,
    'Você saiu',
    html`<h1>Você saiu</h1>
      <p><a href="${siteOrigin}/">Voltar para a Vigia</a></p>`,
  );
}

/** Replacement for Keycloak's account pages, which are a separate application. */
export function renderAccount(siteOrigin: string) {
  return page(
    siteOrigin,
    'Conta de acesso',
    html`<h1>Conta de acesso</h1>
      <p class="soft">
        Na instalação real, aqui cada pessoa muda nome, e-mail e senha, liga o segundo fator e encerra sessões. O ambiente
        local não tem essas páginas.
      </p>
      <p class="other"><a href="${siteOrigin}/">Voltar para a Vigia</a></p>`,
  );
}

/** @param detail The technical reason, for developers. */
export function renderFailure(siteOrigin: string, detail: string) {
  return page(
    siteOrigin,
    'Não deu certo',
    html`<h1>Não foi possível continuar</h1>
      <p class="soft">O pedido de acesso não vale mais ou veio incompleto. Volte ao site e tente de novo.</p>
      <p><code>${detail}</code></p>
      <p class="other"><a href="${siteOrigin}/">Voltar para a Vigia</a></p>`,
  );
}
