/**
 * The sign-in of a company on the real server (ops/sso), with a second realm as the company's provider: owner, member and a
 * stranger of the domain sign in, and an address of another domain is refused.
 */
import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openRealmAdmin, type RealmAdmin, readRealmAdminSettings } from '#ops/realm/admin.ts';
import {
  aliasOf,
  type CompanyProvider,
  switchOffCompany,
  switchOnCompany,
} from '#ops/sso/company-provider.ts';
import { keycloakForms } from '#tests/support/identity-forms.ts';
import { keycloakControls } from '#tests/support/real-keycloak.ts';
import { answerOf, createBrowser, type Landing } from '#tests/vendors/identity-browser.ts';
import { identityUnderTest } from '#tests/vendors/identity-provider.ts';

const provider = identityUnderTest(0);
const running = inject('keycloak');
const controls = keycloakControls(running);
const id = randomUUID().slice(0, 8);
const tenant = `padaria-${id}`;
const realm = `empresa-${id}`;
const domain = `padaria-${id}.example`;
const password = 'da-empresa-123';
const company: CompanyProvider = {
  ...{ tenant, domain, clientId: 'vigia', clientSecret: 'segredo-da-empresa' },
  discoveryUrl: `${running.url}/realms/${realm}/.well-known/openid-configuration`,
};
let admin: RealmAdmin;

const openAdmin = () =>
  openRealmAdmin(
    readRealmAdminSettings({
      OPS_KEYCLOAK_URL: running.url,
      OPS_REALM_ADMIN: 'admin',
      OPS_REALM_ADMIN_PASSWORD: running.administratorPassword,
    }),
  );

/** The company's realm: its people, and one whom it gives an address of somebody else. */
async function addCompanyRealm(): Promise<void> {
  const signedIn = await fetch(`${running.url}/realms/master/protocol/openid-connect/token`, {
    method: 'POST',
    body: new URLSearchParams({
      ...{ grant_type: 'password', client_id: 'admin-cli', username: 'admin' },
      password: running.administratorPassword,
    }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const people = { dona: domain, colega: domain, novato: domain, outro: domain, falso: 'vitima.example' };
  const made = await fetch(`${running.url}/admin/realms`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ realm, enabled: true },
      clients: [
        {
          ...{ clientId: company.clientId, secret: company.clientSecret, standardFlowEnabled: true },
          redirectUris: [`${provider.issuer}/broker/${aliasOf(company)}/endpoint`],
        },
      ],
      users: Object.entries(people).map(([username, host]) => ({
        ...{ username, enabled: true, emailVerified: true, email: `${username}@${host}` },
        ...{ firstName: username, lastName: 'Souza', credentials: [{ type: 'password', value: password }] },
      })),
    }),
  });
  expect(made.status).toBe(201);
}

beforeAll(async () => {
  await addCompanyRealm();
  admin = await openAdmin();
  await switchOnCompany(admin, company);
  // Repeated, it changes nothing.
  await switchOnCompany(admin, company);
});
// Other files sign in on one page, which the server asks for only while no company is on.
afterAll(async () => switchOffCompany(await openAdmin(), company));

const emailOf = (username: string): string => `${username}@${domain}`;
const isAtCompany = ({ url }: Landing): boolean => url.pathname.startsWith(`/realms/${realm}/`);
const linkToCompany = ({ html }: Landing): string | undefined =>
  new RegExp(`href="([^"]*/broker/${aliasOf(company)}/login[^"]*)"`).exec(html ?? '')?.[1];
/** What the site adds at the company's address (src/domain/sign-in/company-address.ts). */
const byAddress = { kc_idp_hint: aliasOf(company) };
const atCompany = (username: string) => ({ username, password, credentialId: '' });
const claimsOf = async (browser: ReturnType<typeof createBrowser>, page: Landing) =>
  decodeJwt((await browser.redeem(page)).body['access_token'] ?? '');

test('a stranger of the domain signs in at the company: an account, and no environment', async () => {
  const browser = createBrowser(provider);
  const first = await browser.authorize();
  expect(linkToCompany(first)).toBeUndefined();
  const page = await browser.submit(first, { username: emailOf('novato') });
  expect(isAtCompany(page)).toBe(true);
  const claims = await claimsOf(browser, await browser.submit(page, atCompany('novato')));
  expect(claims).toMatchObject({ email: emailOf('novato'), email_verified: true });
  expect(claims['groups'] ?? []).toEqual([]);
  expect(await admin.read(`/users/${claims.sub}/credentials`)).toEqual([]);

  const again = createBrowser(provider);
  const back = await again.submit(await again.authorize(), { username: emailOf('novato') });
  const known = await claimsOf(again, await again.submit(back, atCompany('novato')));
  expect(known.sub).toBe(claims.sub);
});

test.each(['dona', 'colega'])('%s had an account: it is linked only after its own password', async (name) => {
  const groups = [`tenant:${tenant}`];
  const person = await controls.addPerson({ email: emailOf(name), groups });
  const browser = createBrowser(provider);
  const own = await browser.submit(await browser.authorize(), { username: person.email });
  // With a password it is not sent away; the company's address leads there.
  expect(isAtCompany(own)).toBe(false);
  const asked = await browser.submit(await browser.authorize(byAddress), atCompany(name));
  expect(answerOf(asked).get('code')).toBeNull();
  const confirm = await browser.submit(asked, { submitAction: 'linkAccount' });
  const refused = await browser.submit(confirm, keycloakForms.login({ ...person, password: 'errada-123' }));
  expect(answerOf(refused).get('code')).toBeNull();
  expect(await admin.read(`/users/${person.subject}/federated-identity`)).toEqual([]);
  const linked = await browser.submit(refused, keycloakForms.login(person));
  expect(await claimsOf(browser, linked)).toMatchObject({ sub: person.subject, groups });
  expect(await provider.mailsTo(person.email)).toEqual([]);

  const later = createBrowser(provider);
  const direct = await later.authorize(byAddress);
  expect(await claimsOf(later, await later.submit(direct, atCompany(name)))).toMatchObject({
    sub: person.subject,
  });
});

test('an address of another domain is refused, whichever way it comes', async () => {
  const typed = createBrowser(provider);
  const hinted = createBrowser(provider);
  const ways = [
    [typed, await typed.submit(await typed.authorize(), { username: emailOf('outro') })],
    [hinted, await hinted.authorize(byAddress)],
  ] as const;
  for (const [browser, page] of ways) {
    expect(isAtCompany(page)).toBe(true);
    const answer = await browser.submit(page, atCompany('falso'));
    expect(answerOf(answer).get('code')).toBeNull();
    expect(answer.html).toContain('Algo deu errado');
  }
  expect(await provider.subjectOf('falso@vitima.example')).toBeNull();
});

test('people of other domains never see the company', async () => {
  const person = await provider.addPerson();
  const browser = createBrowser(provider);
  const page = await browser.submit(await browser.authorize(), { username: person.email });
  expect(linkToCompany(page)).toBeUndefined();
  const done = await browser.submit(page, keycloakForms.login(person));
  expect((await claimsOf(browser, done)).sub).toBe(person.subject);
});

test('switched off, accounts stay, and who has no password is mailed a way to one', async () => {
  const browser = createBrowser(provider);
  const page = await browser.submit(await browser.authorize(), { username: emailOf('outro') });
  const { sub } = await claimsOf(browser, await browser.submit(page, atCompany('outro')));
  admin = await openAdmin();
  expect(await switchOffCompany(admin, company)).toBeGreaterThan(0);
  expect(await switchOffCompany(admin, company)).toBe(0);
  expect(await provider.subjectOf(emailOf('outro'))).toBe(sub);
  expect((await provider.mailsTo(emailOf('outro'))).map(({ text }) => text).join()).toContain(
    'escolher a senha',
  );
  expect(await provider.mailsTo(emailOf('dona'))).toEqual([]);
  const { html } = await createBrowser(provider).authorize();
  expect(html).toContain('name="password"');
  expect(html).not.toContain(aliasOf(company));
});
