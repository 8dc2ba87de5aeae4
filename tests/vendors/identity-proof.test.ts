/** The proof of an e-mail address at the identity provider: a mailed link, the first password, and what goes wrong. */
import { decodeJwt } from 'jose';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keycloakForms, proofLinkIn } from '#tests/support/identity-forms.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { answerOf, createBrowser, type Landing, signIn } from './identity-browser.ts';
import { type IdentityUnderTest, identityUnderTest } from './identity-provider.ts';

let provider: IdentityUnderTest;

beforeEach(() => {
  provider = identityUnderTest(5222);
  return provider.start();
});

afterEach(() => provider.stop());

async function waitingRegistration(person: Person, state = 'a') {
  const browser = createBrowser(provider);
  const page = await browser.authorize({ prompt: 'login', state }, 'registrations');
  return { browser, waiting: await browser.submit(page, keycloakForms.registration(person)) };
}

async function linkTo({ email }: Person): Promise<string> {
  const mails = await provider.mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual(['Confirme o seu e-mail']);
  return proofLinkIn(mails[0] ?? {});
}

/** The address that a link on a page leads to. */
function linkOn({ html, url }: Landing, form: RegExp): string {
  const found = form.exec(html ?? '')?.[1];
  if (found === undefined) throw new Error(`no ${form} at ${url.href}`);
  return new URL(found.replaceAll('&amp;', '&'), url).href;
}
const pressIn = (page: Landing): string => linkOn(page, /<a[^>]*href="([^"]*action-token[^"]*)"/);
/** Where a waiting page goes once another tab of its browser has signed in. */
const wayOfOtherTabs = (page: Landing): string => linkOn(page, /"([^"\s]*login-actions\/restart[^"]*)"/);

test('a registration needs the mailed link once, then a password', async () => {
  const person = newPerson();
  const { browser, waiting } = await waitingRegistration(person);
  expect([waiting.url.origin, waiting.html]).toEqual([
    provider.url,
    expect.stringContaining('Confirme o seu e-mail'),
  ]);
  expect(await provider.sessionsOf((await provider.subjectOf(person.email)) ?? '')).toEqual([]);

  const link = await linkTo(person);
  const choice = await browser.open(link);
  expect(choice.html).toContain('Para continuar, escolha a sua senha.');
  const short = await browser.submit(choice, keycloakForms.newPassword('curta-1'));
  expect(short.html).toContain('Use pelo menos 8 caracteres.');
  const other = await browser.submit(short, {
    ...keycloakForms.newPassword(person.password),
    'password-confirm': 'outra-senha',
  });
  expect(other.html).toContain('As duas senhas são diferentes.');
  const answer = await browser.submit(other, keycloakForms.newPassword(person.password));
  expect([answer.url.pathname, answerOf(answer).get('state')]).toEqual(['/checkout', 'a']);
  const { body } = await browser.redeem(answer);
  expect(decodeJwt(body['access_token'] ?? '')).toMatchObject({ email: person.email, email_verified: true });

  expect((await browser.open(link)).html).toContain('já foi confirmado');
  expect((await createBrowser(provider).open(link)).html).toContain('já foi confirmado');
  expect((await signIn(provider, person)).tokens['access_token']).toBeTruthy();
  expect(await provider.mailsTo(person.email)).toHaveLength(1);
});

test('another tab of the browser signs the waiting one in', async () => {
  const person = newPerson();
  const browser = createBrowser(provider);
  const page = await browser.authorize({ prompt: 'login', state: 'b' }, 'registrations');
  const waiting = await browser.submit(page, keycloakForms.registration(person));
  const way = wayOfOtherTabs(waiting);
  await browser.submit(await browser.open(await linkTo(person)), keycloakForms.newPassword(person.password));
  // keycloak-js then asks again, silently.
  const answer = await browser.open(way);
  expect(Object.fromEntries(answerOf(answer))).toMatchObject({
    error: 'temporarily_unavailable',
    error_description: 'authentication_expired',
    state: 'b',
  });
});

test('in another browser the link asks first, and ends the sign-in that waits', async () => {
  const person = newPerson();
  const { browser, waiting } = await waitingRegistration(person);
  const link = await linkTo(person);
  const phone = createBrowser(provider);
  const question = await phone.open(link);
  expect(question.html).toContain(person.email);
  // A scanner that follows links proves nothing.
  expect((await browser.open(waiting.url.href)).html).toContain('Abra-o para confirmar o e-mail');

  const choice = await phone.open(pressIn(question));
  const end = await phone.submit(choice, keycloakForms.newPassword(person.password));
  expect([end.url.origin, end.html]).toEqual([
    provider.url,
    expect.stringContaining('Já confirmei, continuar'),
  ]);
  expect(await provider.sessionsOf((await provider.subjectOf(person.email)) ?? '')).toEqual([]);
  expect((await browser.open(waiting.url.href)).status).toBe(400);
  const { tokens } = await signIn(provider, person);
  expect(decodeJwt(tokens['access_token'] ?? '')).toMatchObject({ email_verified: true });
});

test('a second mail waits half a minute; an address without proof is taken', async () => {
  const person = newPerson();
  const { browser, waiting } = await waitingRegistration(person);
  const again = linkOn(waiting, /<a href="([^"]+)">Clique aqui</);
  expect((await browser.open(again)).html).toMatch(/Espere \d+ segundos para receber outro e-mail\./);
  expect((await browser.open(waiting.url.href)).html).toContain('Abra-o para confirmar o e-mail');
  expect(await provider.mailsTo(person.email)).toHaveLength(1);
  const { waiting: refused } = await waitingRegistration(person);
  expect(refused.html).toContain('Este e-mail já tem uma conta.');
});

test('a broken link says so', async () => {
  const person = newPerson();
  await waitingRegistration(person);
  const link = (await linkTo(person)).replace(/key=.{8}/, 'key=quebrado');
  const page = await createBrowser(provider).open(link);
  expect([page.status, page.url.origin]).toEqual([400, provider.url]);
});

test('an account without a proven address gets the link at its next sign-in', async () => {
  const person = await provider.addPerson({ isEmailProven: false });
  const browser = createBrowser(provider);
  const waiting = await browser.submit(await browser.authorize(), keycloakForms.login(person));
  expect(waiting.html).toContain('Confirme o seu e-mail');
  const answer = await browser.open(await linkTo(person));
  expect(answerOf(answer).get('code')).toBeTruthy();
});
