/** What a person corrects in the own account, as docs/privacy.md promises, and what the next token says of it. */
import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { signIn } from '#tests/contract/identity-browser.ts';
import { identityUnderTest } from '#tests/contract/identity-provider.ts';
import { newPerson } from '#tests/support/people.ts';

const provider = identityUnderTest(0);

test('name and e-mail are corrected in the account and stand in the next token, the address as not proved', async () => {
  const person = await provider.addPerson();
  const { browser, tokens } = await signIn(provider, person);
  const account = `${provider.issuer}/account/`;
  const headers = {
    Authorization: `Bearer ${tokens['access_token']}`,
    Accept: 'application/json',
    'Content-Type': 'application/json',
  };
  const known = (await (await fetch(account, { headers })).json()) as Record<string, unknown>;
  const { email } = newPerson();
  const body = JSON.stringify({ ...known, email, firstName: 'Maria', lastName: 'Corrigida' });
  expect((await fetch(account, { method: 'POST', headers, body })).status).toBe(204);

  const refreshed = (await browser.refresh(tokens['refresh_token'])).body;
  const corrected = { sub: person.subject, email, email_verified: false, name: 'Maria Corrigida' };
  expect(decodeJwt(refreshed['access_token'] ?? '')).toMatchObject(corrected);
  const again = await signIn(provider, { ...person, email });
  expect(decodeJwt(again.tokens['access_token'] ?? '')).toMatchObject(corrected);
  expect(await provider.subjectOf(person.email)).toBeNull();
});
