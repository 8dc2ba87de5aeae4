/** Corrections in one's own account, as docs/privacy.md promises; the site's token cannot make them. */
import { decodeJwt } from 'jose';
import { expect, inject, test } from 'vitest';
import { keycloakForms, proofLinkIn } from '#tests/support/identity-forms.ts';
import { newPerson } from '#tests/support/people.ts';
import { keycloakControls } from '#tests/support/real-keycloak.ts';
import { createBrowser, signIn } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const controls = keycloakControls(inject('keycloak'));
const account = `${provider.issuer}/account/`;
/** Keycloak's own account pages. */
const accountPages = {
  ...provider,
  siteOrigin: provider.url,
  clientId: 'account-console',
  redirectUri: account,
};

const headersWith = (token: string | undefined) => ({
  Authorization: `Bearer ${token}`,
  Accept: 'application/json',
  'Content-Type': 'application/json',
});

test('corrected name and e-mail are in the next token; the next sign-in proves the address', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  const headers = headersWith((await signIn(accountPages, person)).tokens['access_token']);
  const known = (await (await fetch(account, { headers })).json()) as Record<string, unknown>;
  const { email } = newPerson();
  const body = JSON.stringify({ ...known, email, firstName: 'Maria', lastName: 'Corrigida' });
  expect((await fetch(account, { method: 'POST', headers, body })).status).toBe(204);

  const refreshed = (await browser.refresh(tokens['refresh_token'])).body;
  const corrected = { sub: person.subject, email, email_verified: false, name: 'Maria Corrigida' };
  expect(decodeJwt(refreshed['access_token'] ?? '')).toMatchObject(corrected);
  const other = createBrowser(provider);
  const waiting = await other.submit(await other.authorize(), keycloakForms.login({ ...person, email }));
  expect(waiting.html).toContain('Confirme o seu e-mail');
  const [mail = {}] = await provider.mailsTo(email);
  const again = (await other.redeem(await other.open(proofLinkIn(mail)))).body;
  expect(decodeJwt(again['access_token'] ?? '')).toMatchObject({ ...corrected, email_verified: true });
  expect(await provider.subjectOf(person.email)).toBeNull();
});

test('a token of the site cannot read or change the account', async () => {
  const person = await controls.addPerson({ roles: ['operador'] });
  const { tokens } = await signIn(provider, person);
  const headers = { ...headersWith(tokens['access_token']), Origin: provider.siteOrigin };
  const body = JSON.stringify({ email: newPerson().email, firstName: 'Outro', lastName: 'Nome' });
  for (const path of ['', 'credentials', 'sessions', 'linked-accounts'])
    expect([path, (await fetch(`${account}${path}`, { headers })).status]).toEqual([path, 401]);
  expect((await fetch(account, { method: 'POST', headers, body })).status).toBe(401);
  expect(await provider.subjectOf(person.email)).toBe(person.subject);
  const claims = decodeJwt(tokens['access_token'] ?? '');
  for (const claim of ['aud', 'realm_access', 'resource_access']) expect(claims).not.toHaveProperty(claim);
});
