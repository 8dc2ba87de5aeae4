/** Mails that the real server sends: in Portuguese, with the brand, as HTML and text, and with a working link. */
import { decodeJwt } from 'jose';
import type { Email } from 'postal-mime';
import { expect, inject, test } from 'vitest';
import { keycloakForms } from '#tests/support/identity-forms.ts';
import { newPerson } from '#tests/support/people.ts';
import { keycloakControls } from '#tests/support/real-keycloak.ts';
import { createBrowser, type Landing, signIn } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const controls = keycloakControls(inject('keycloak'));

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
async function linkIn(
  address: string,
  subject: string,
  action: string,
  duration = '30 minutos',
): Promise<string> {
  const mails = await provider.mailsTo(address);
  expect(mails.map((mail) => mail.subject)).toEqual([subject]);
  const { from, html = '', text = '' } = mails[0] as unknown as Email;
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

  const page = await browser.open(await linkIn(person.email, 'Escolha outra senha', 'Escolher outra senha'));
  const password = newPerson().password;
  await browser.submit(page, keycloakForms.newPassword(password));
  expect((await before.browser.refresh(before.tokens['refresh_token'])).status).toBe(400);
  const { tokens } = await signIn(provider, { ...person, password });
  expect(decodeJwt(tokens['access_token'] ?? '').sub).toBe(person.subject);
});

test('a required action is named in its mail', async () => {
  const { email, subject } = await provider.addPerson();
  await controls.askFor(subject, ['UPDATE_PASSWORD', 'UPDATE_PROFILE']);
  await linkIn(email, 'Atualize a sua conta', 'Continuar', '12 horas');
  const [mail] = await provider.mailsTo(email);
  for (const part of [mail?.html, mail?.text])
    expect(part).toContain('falta: escolher a senha, conferir os seus dados.');
});

test('the mail that proves an address is ours', async () => {
  const person = newPerson();
  const browser = createBrowser(provider);
  const registration = await browser.authorize({ prompt: 'login' }, 'registrations');
  await browser.submit(registration, keycloakForms.registration(person));
  await linkIn(person.email, 'Confirme o seu e-mail', 'Confirmar o e-mail');
});
