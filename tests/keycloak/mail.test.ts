/** Mails that the real server sends: in Portuguese, with the brand, as HTML and text, and with a working link. */
import { decodeJwt } from 'jose';
import type { Email } from 'postal-mime';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type MailSink, startMailSink } from '#tests/support/mail-sink.ts';
import { newPerson } from '#tests/support/people.ts';
import { keycloakControls } from '#tests/support/real-keycloak.ts';
import { createBrowser, type Landing, signIn } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const controls = keycloakControls(inject('keycloak'));
let sink: MailSink;

beforeAll(async () => {
  sink = await startMailSink(inject('smtpPort'));
});
afterAll(() => sink.close());

/** Form values for a new password: typed twice, plus the form's hidden fields. */
const passwordForm = ({ html }: Landing, password: string) => ({
  ...Object.fromEntries(
    [...(html ?? '').matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  ),
  'password-new': password,
  'password-confirm': password,
});

/** Address of the link with this text on a page of the provider. */
function linkOn({ html, url }: Landing, words: RegExp): string {
  const links = [...(html ?? '').matchAll(/<a[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a>/g)];
  const found = links.find(([, , text = '']) => words.test(text))?.[1];
  if (found === undefined) throw new Error(`no link ${words} at ${url.href}`);
  return new URL(found.replaceAll('&amp;', '&'), url).href;
}

/**
 * Checks the only mail to an address.
 * @returns Its link.
 */
function linkIn(address: string, subject: string, action: string, duration = '30 minutos'): string {
  const mails = sink.sentTo(address);
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  const { from, html = '', text = '' } = mails[0] as Email;
  expect(from).toEqual({ name: 'Vigia', address: 'nao-responda@localhost' });
  for (const part of [html, text]) {
    expect(part).toContain(`O link vale por ${duration}.`);
    expect(part).toContain('conta Vigia');
    // An untranslated key appears as itself; the server's default texts contain its name or their language.
    expect(part.replace(/http\S+/g, '')).not.toMatch(
      /Keycloak|[a-z](?:Why|Action|Otherwise)\b|requiredAction|link (?:abaixo|below)/,
    );
  }
  expect(html).toContain('<html lang="pt-BR">');
  const link = new RegExp(`${action}: (\\S+)`).exec(text)?.[1] ?? '';
  expect(link).toContain(`${provider.issuer}/login-actions/action-token?key=`);
  expect(html.replaceAll('&amp;', '&')).toContain(`href="${link}"`);
  return link;
}

test('a new password by mail link ends all other sessions', async () => {
  const person = await provider.addPerson();
  const before = await signIn(provider, person);
  const browser = createBrowser(provider);
  const login = await browser.authorize();
  const forgotten = await browser.open(linkOn(login, /Esqueci a senha/));
  await browser.submit(forgotten, { username: person.email });

  const page = await browser.open(linkIn(person.email, 'Escolha outra senha', 'Escolher outra senha'));
  const password = newPerson().password;
  await browser.submit(page, passwordForm(page, password));
  expect((await before.browser.refresh(before.tokens['refresh_token'])).status).toBe(400);
  const { tokens } = await signIn(provider, { ...person, password });
  expect(decodeJwt(tokens['access_token'] ?? '').sub).toBe(person.subject);
});

test('a required action is named in its mail', async () => {
  const { email, subject } = await provider.addPerson();
  await controls.askFor(subject, ['UPDATE_PASSWORD', 'UPDATE_PROFILE']);
  linkIn(email, 'Atualize a sua conta', 'Continuar', '12 horas');
  const [mail] = sink.sentTo(email);
  for (const part of [mail?.html, mail?.text])
    expect(part).toContain('falta: escolher a senha, conferir os seus dados.');
});

test('with e-mail verification, registration needs the link, then a password', async () => {
  await controls.requireProvenEmail(true);
  try {
    const person = newPerson();
    const browser = createBrowser(provider);
    const registration = await browser.authorize({ prompt: 'login' }, 'registrations');
    const waiting = await browser.submit(registration, provider.forms.registration(person));
    expect([waiting.url.origin, waiting.html]).toEqual([
      provider.url,
      expect.stringContaining('Confirme o seu e-mail'),
    ]);

    const page = await browser.open(linkIn(person.email, 'Confirme o seu e-mail', 'Confirmar o e-mail'));
    expect(page.html).toContain('Para continuar, escolha a sua senha.');
    const { body } = await browser.redeem(await browser.submit(page, passwordForm(page, person.password)));
    expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({
      email: person.email,
      email_verified: true,
    });
    expect((await signIn(provider, person)).tokens['access_token']).toBeTruthy();
  } finally {
    await controls.requireProvenEmail(false);
  }
});

test('an older account gets the link at its next sign-in', async () => {
  const person = await provider.addPerson();
  await controls.requireProvenEmail(true);
  try {
    const browser = createBrowser(provider);
    const waiting = await browser.submit(await browser.authorize(), provider.forms.login(person));
    expect(waiting.html).toContain('Confirme o seu e-mail');
    await browser.open(linkIn(person.email, 'Confirme o seu e-mail', 'Confirmar o e-mail'));
    const { tokens } = await signIn(provider, person);
    expect(decodeJwt(tokens['access_token'] ?? '')).toMatchObject({ email_verified: true });
  } finally {
    await controls.requireProvenEmail(false);
  }
});
