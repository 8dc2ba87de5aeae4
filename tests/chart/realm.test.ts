/** The operators' realm, and the theme of its pages and mails. Tests with a real server: tests/keycloak. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { projectRoot } from '#dev/project-root.ts';
import { createRetention } from '#domain/privacy/retention.ts';
import { renderMail } from '#functions/platform/mail/layout.ts';
import { mark } from '#ui/mark.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const theme = 'deploy/keycloak/theme/vigia/login';
const mailTheme = 'deploy/keycloak/theme/vigia/email';
const realmText = read('deploy/keycloak/realm.json');
const realm = JSON.parse(realmText) as {
  verifyEmail: boolean;
  loginTheme: string;
  emailTheme: string;
  registrationEmailAsUsername: boolean;
  editUsernameAllowed: boolean;
  internationalizationEnabled: boolean;
  supportedLocales: string[];
  defaultLocale: string;
  rememberMe: boolean;
  ssoSessionIdleTimeout: number;
  ssoSessionIdleTimeoutRememberMe: number;
  actionTokenGeneratedByUserLifespan: number;
  accessCodeLifespanUserAction: number;
  resetPasswordAllowed: boolean;
  eventsExpiration: number;
  attributes: { adminEventsExpiration: string };
  bruteForceProtected: boolean;
  permanentLockout: boolean;
  passwordPolicy: string;
  identityProviders: { alias: string; enabled: string }[];
  clients: {
    clientId: string;
    publicClient: boolean;
    fullScopeAllowed: boolean;
    defaultClientScopes: string[];
    directAccessGrantsEnabled: boolean;
    implicitFlowEnabled: boolean;
    standardFlowEnabled: boolean;
    redirectUris?: string[];
    attributes?: Record<string, string>;
  }[];
  scopeMappings: { client: string; roles: string[] }[];
  clientScopeMappings: Record<string, { client: string; roles: string[] }[]>;
  users: {
    serviceAccountClientId: string;
    clientRoles?: Record<string, string[]>;
    realmRoles?: string[];
  }[];
};

test('every variable of the import is in the operator’s table', () => {
  const guide = read('docs/identity.md');
  const variables = [...realmText.matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1] ?? '');
  expect(variables.length).toBeGreaterThan(10);
  expect([...new Set(variables)].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('e-mails are always verified, and other providers are off', () => {
  expect(realm.identityProviders.map(({ alias, enabled }) => [alias, enabled])).toEqual([
    ['github', expect.stringMatching(/:false\}$/)],
    ['google', expect.stringMatching(/:false\}$/)],
  ]);
  expect(realm.verifyEmail).toBe(true);
});

test('a person may correct their e-mail, which is the login name', () => {
  // Without the second setting Keycloak shows the e-mail read-only; that both together allow a change: tests/keycloak.
  expect([realm.registrationEmailAsUsername, realm.editUsernameAllowed]).toEqual([true, true]);
});

test('clients accept no password grant, and redirect to own addresses only', () => {
  for (const client of realm.clients) {
    expect([client.clientId, client.directAccessGrantsEnabled, client.implicitFlowEnabled]).toEqual([
      client.clientId,
      false,
      false,
    ]);
    if (!client.standardFlowEnabled) continue;
    expect(client.attributes?.['pkce.code.challenge.method']).toBe('S256');
    for (const uri of client.redirectUris ?? []) expect(uri).toMatch(/^\$\{(SITE|SIGN_IN)_URL\}\//);
  }
});

test('service accounts have minimal roles', () => {
  expect(
    realm.users.map(({ serviceAccountClientId, clientRoles, realmRoles }) => [
      serviceAccountClientId,
      clientRoles ?? realmRoles,
    ]),
  ).toEqual([
    ['vigia-functions', { 'realm-management': ['manage-users', 'query-groups', 'view-users'] }],
    ['vigia-ops', ['operador']],
  ]);
});

test('a page’s token has no role, a service’s only its own', () => {
  const inTokens = (client: string): string[] => [
    ...realm.scopeMappings.filter((each) => each.client === client).flatMap(({ roles }) => roles),
    ...Object.values(realm.clientScopeMappings)
      .flat()
      .filter((each) => each.client === client)
      .flatMap(({ roles }) => roles),
  ];
  expect(
    realm.clients.map(({ clientId, fullScopeAllowed, defaultClientScopes }) => [
      clientId,
      fullScopeAllowed,
      defaultClientScopes.includes('roles'),
      inTokens(clientId),
    ]),
  ).toEqual([
    ['vigia-site', false, false, []],
    ['vigia-functions', false, true, ['manage-users', 'query-groups', 'view-users']],
    ['vigia-ops', false, true, ['operador']],
    ['vigia-environments', false, false, []],
  ]);
});

test('a new password ends all other sessions without asking', () => {
  expect(read(`${theme}/password-commons.ftl`)).toContain(
    '<input type="hidden" name="logout-sessions" value="on">',
  );
  expect(messagesOf(theme).get('otherSessionsEnd')).toBeTruthy();
});

test('password guessing is slowed down and locks no one out forever', () => {
  expect([realm.bruteForceProtected, realm.permanentLockout]).toEqual([true, false]);
  expect(realm.passwordPolicy).toContain('length(8)');
});

test('"Continuar conectado neste aparelho" and mail links last long enough', () => {
  expect(realm.rememberMe).toBe(true);
  expect(realm.ssoSessionIdleTimeoutRememberMe).toBeGreaterThan(24 * 3600);
  expect(realm.ssoSessionIdleTimeout).toBeLessThanOrEqual(1800);
  expect(realm.resetPasswordAllowed).toBe(true);
  expect([realm.actionTokenGeneratedByUserLifespan, realm.accessCodeLifespanUserAction]).toEqual([
    1800, 1800,
  ]);
});

test('sign-in and account events expire as the privacy page says', () => {
  const seconds = createRetention(retentionJson).keptDays('sign-in-history') * 24 * 3600;
  // An attribute, as text: without it Keycloak keeps administrators' events forever.
  expect([realm.eventsExpiration, realm.attributes?.adminEventsExpiration]).toEqual([
    seconds,
    String(seconds),
  ]);
});

function messagesOf(folder: string): Map<string, string> {
  const lines = [...read(`${folder}/messages/messages_pt_BR.properties`).matchAll(/^([\w.-]+)=(.*)$/gm)];
  const keys = lines.map(([, key = '']) => key);
  expect(new Set(keys).size).toBe(keys.length);
  return new Map(lines.map(([, key = '', words = '']) => [key, words]));
}

test('the realm uses the theme, in Portuguese only, with every text', () => {
  const { loginTheme, emailTheme, internationalizationEnabled, supportedLocales, defaultLocale } = realm;
  expect(readdirSync(join(projectRoot, 'deploy/keycloak/theme'))).toEqual([loginTheme]);
  expect(emailTheme).toBe(loginTheme);
  expect([internationalizationEnabled, supportedLocales, defaultLocale]).toEqual([true, ['pt-BR'], 'pt-BR']);
  for (const folder of [theme, mailTheme])
    expect(read(`${folder}/theme.properties`)).toMatch(/^locales=pt-BR$/m);
  expect(messagesOf(theme).size).toBeGreaterThan(40);
});

test('a locked account gets the message of a wrong password', () => {
  const words = messagesOf(theme);
  expect(words.get('accountTemporarilyDisabledMessage')).toBe(words.get('invalidUserMessage'));
});

test('each mail with a link has all texts, as HTML and text', () => {
  const words = messagesOf(mailTheme);
  const mails = readdirSync(join(projectRoot, mailTheme, 'html')).filter((name) => name !== 'template.ftl');
  expect(mails.length).toBeGreaterThanOrEqual(3);
  for (const mail of mails) {
    const html = read(`${mailTheme}/html/${mail}`);
    expect(read(`${mailTheme}/text/${mail}`)).toBe(`<#ftl output_format="plainText">\n${html}`);
    const kind = /linkMail kind="(\w+)"/.exec(html)?.[1];
    for (const part of ['Subject', 'Why', 'Action', 'Otherwise'])
      expect(words.get(`${kind}${part}`), `${mail}: ${kind}${part}`).toBeTruthy();
  }
});

test('its mails have the product’s colours', () => {
  const coloursOf = (text: string) => new Set(text.match(/#[0-9a-f]{6}\b/g));
  const content = { subject: 's', paragraphs: ['p'], notes: ['n'], action: { label: 'l', url: 'u' } };
  const own = renderMail(content, { productName: 'n', company: 'c', supportEmail: 'e' }).html;
  expect(coloursOf(read(`${mailTheme}/html/template.ftl`))).toEqual(coloursOf(own));
});

test('its colours and mark are the site’s', () => {
  const colours = (css: string) =>
    new Map([...css.matchAll(/(--color-[\w-]+):\s*([^;]+);/g)].map((match) => [match[1], match[2]]));
  const site = colours(read('src/styles/tokens.css'));
  const used = [...colours(read(`${theme}/resources/css/vigia.css`))];
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(([name, value]) => site.get(name) !== value)).toEqual([]);

  const drawing = read(`${theme}/resources/img/mark.svg`);
  for (const part of [mark.eye, `r="${mark.pupil.r}"`, `cx="${mark.glint.cx}"`, `rx="${mark.radius}"`]) {
    expect(drawing).toContain(part);
  }
  for (const colour of ['--color-mark', '--color-mark-pupil']) expect(drawing).toContain(site.get(colour));
});
