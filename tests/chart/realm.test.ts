/** The realm that an operator imports, and the brand on its pages. That a real server takes both: tests/keycloak. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { mark } from '#ui/mark.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');
const theme = 'deploy/keycloak/theme/vigia/login';
const realmText = read('deploy/keycloak/realm.json');
const realm = JSON.parse(realmText) as {
  loginTheme: string;
  bruteForceProtected: boolean;
  permanentLockout: boolean;
  passwordPolicy: string;
  identityProviders: { alias: string; enabled: string }[];
  clients: {
    clientId: string;
    publicClient: boolean;
    directAccessGrantsEnabled: boolean;
    implicitFlowEnabled: boolean;
    standardFlowEnabled: boolean;
    redirectUris?: string[];
    attributes?: Record<string, string>;
  }[];
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

test('what has no value by default is off: brokers and the proof of an e-mail', () => {
  expect(realm.identityProviders.map(({ alias, enabled }) => [alias, enabled])).toEqual([
    ['github', expect.stringMatching(/:false\}$/)],
    ['google', expect.stringMatching(/:false\}$/)],
  ]);
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Keycloak fills it in at the import.
  expect(realmText).toContain('"verifyEmail": "${VERIFY_EMAIL:false}"');
});

test('no client takes a password or leads anywhere but to its own addresses', () => {
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

test('machines’ accounts may do the least: the functions make groups and members, the operators’ key changes nothing here', () => {
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

test('guessing passwords is slowed down and locks nobody out for ever', () => {
  expect([realm.bruteForceProtected, realm.permanentLockout]).toEqual([true, false]);
  expect(realm.passwordPolicy).toContain('length(8)');
});

test('the theme is the one the realm names, and says every word once', () => {
  expect(readdirSync(join(projectRoot, 'deploy/keycloak/theme'))).toEqual([realm.loginTheme]);
  const keys = [...read(`${theme}/messages/messages_pt_BR.properties`).matchAll(/^([\w-]+)=/gm)].map(
    (match) => match[1],
  );
  expect(keys.length).toBeGreaterThan(40);
  expect(new Set(keys).size).toBe(keys.length);
});

test('its colours are the site’s, and its mark too', () => {
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
