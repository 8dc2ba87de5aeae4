/** The realm's variables and limits on the real server: other ways to sign in, and protection against guessing. */
import { expect, inject, test } from 'vitest';
import { keycloakForms } from '#tests/support/identity-forms.ts';
import { keycloakControls } from '#tests/support/real-keycloak.ts';
import { answerOf, createBrowser, signIn } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const controls = keycloakControls(inject('keycloak'));

test.each([
  ['github', 'https://github.com/login/oauth/authorize'],
  ['google', 'https://accounts.google.com/o/oauth2/v2/auth'],
])('a broker enabled by its variables leads to %s', async (alias, authorization) => {
  const browser = createBrowser(provider);
  const { html } = await browser.authorize();
  const path = new RegExp(`href="(/realms/vigia/broker/${alias}/login[^"]*)"`).exec(html ?? '')?.[1] ?? '';
  const answer = await browser.request(`${provider.url}${path.replaceAll('&amp;', '&')}`);
  const target = new URL(answer.headers.get('location') ?? '');
  expect(`${target.origin}${target.pathname}`).toBe(authorization);
  expect(target.searchParams.get('client_id')).toBe(`${alias}-client`);
  expect(target.searchParams.get('redirect_uri')).toBe(`${provider.issuer}/broker/${alias}/endpoint`);
});

test('after ten wrong passwords the right one waits too', async () => {
  const person = await provider.addPerson();
  const browser = createBrowser(provider);
  let page = await browser.authorize();
  const refused = 'E-mail ou senha incorretos. Confira e tente de novo.';
  for (let guess = 1; guess <= 10; guess += 1) {
    page = await browser.submit(page, keycloakForms.login({ ...person, password: `errada-${guess}` }));
    expect(page.html).toContain(refused);
  }
  page = await browser.submit(page, keycloakForms.login(person));
  expect(page.html).toContain(refused);
  expect(answerOf(page).get('code')).toBeNull();

  await controls.forgetGuesses(person.subject);
  expect((await signIn(provider, person)).tokens['access_token']).toBeTruthy();
});
