/**
 * The identity provider that the contract suite runs against: the stand-in, or (IDENTITY_TARGET=keycloak, set by
 * `npm run test:keycloak`) a real Keycloak with deploy/keycloak/realm.json.
 *
 * Owns: what a test needs of either in the same words. What only the stand-in can do stays in identity-stand-in.test.ts.
 */
import { inject } from 'vitest';
import { createIdentityStandIn } from '#dev/stand-ins/identity/index.ts';
import { newPerson, type Person } from '#tests/support/people.ts';

/** Somebody with an account. */
export interface KnownPerson extends Person {
  readonly subject: string;
}

export interface IdentityUnderTest {
  readonly url: string;
  readonly siteOrigin: string;
  readonly realm: string;
  readonly issuer: string;
  readonly jwksUrl: string;
  readonly clientId: string;
  readonly adminClientId: string;
  readonly adminClientSecret: string;
  start(): Promise<void>;
  stop(): Promise<void>;
  addPerson(known?: Partial<Person> & { roles?: readonly string[] }): Promise<KnownPerson>;
  /** Subject of an account; `null` without one. */
  subjectOf(email: string): Promise<string | null>;
  /** Ids of all groups with exactly this name. */
  groupsNamed(name: string): Promise<readonly string[]>;
  /** Names of somebody's groups. */
  groupsOf(subject: string): Promise<readonly string[]>;
  /** Ids of somebody's sessions. */
  sessionsOf(subject: string): Promise<readonly string[]>;
  /** Ends a session from outside, as an operator or another device would. */
  endSession(id: string): Promise<void>;
  /** What to type into the pages. */
  readonly forms: {
    login(person: Pick<Person, 'email' | 'password'>): Record<string, string>;
    registration(person: Person): Record<string, string>;
  };
}

/** A running Keycloak; see tests/keycloak/setup.ts. */
export interface RunningKeycloak {
  readonly url: string;
  readonly siteOrigin: string;
  readonly functionsClientSecret: string;
  /** The server's own administrator, in the realm `master`. */
  readonly administrator: { readonly username: string; readonly password: string };
}

declare module 'vitest' {
  interface ProvidedContext {
    keycloak: RunningKeycloak;
  }
}

export const isRealKeycloak = process.env['IDENTITY_TARGET'] === 'keycloak';

/** The provider under test. `port` is the stand-in's; each file has its own, so that files run side by side. */
export function identityUnderTest(port: number): IdentityUnderTest {
  return isRealKeycloak ? realKeycloak(inject('keycloak')) : standIn(port);
}

function standIn(port: number): IdentityUnderTest {
  const siteOrigin = `http://localhost:${port + 1}`;
  const provider = createIdentityStandIn({ port, siteOrigin, stateDir: null, seedUsers: [] });
  const { url, realm, issuer, jwksUrl, clientId, adminClientId, adminClientSecret } = provider;
  const userWith = (subject: string) => provider.snapshot().users.find(({ id }) => id === subject);
  return {
    ...{ url, realm, issuer, jwksUrl, clientId, adminClientId, adminClientSecret, siteOrigin },
    start: () => provider.start(),
    stop: () => provider.stop(),
    async addPerson({ roles = [], ...known } = {}) {
      const person = newPerson(known);
      return { ...person, subject: await provider.addUser({ ...person, roles }) };
    },
    subjectOf: async (email) =>
      provider.snapshot().users.find((user) => user.email === email.toLowerCase())?.id ?? null,
    groupsNamed: async (name) =>
      provider
        .snapshot()
        .groups.filter((group) => group.name === name)
        .map(({ id }) => id),
    groupsOf: async (subject) => userWith(subject)?.groups ?? [],
    sessionsOf: async (subject) =>
      provider
        .snapshot()
        .sessions.filter(({ userId }) => userId === subject)
        .map(({ id }) => id),
    async endSession(id) {
      await fetch(`${url}/__stand-in/sessions/${id}/end`, { method: 'POST', redirect: 'manual' });
    },
    forms: {
      login: ({ email, password }) => ({ email, senha: password }),
      registration: ({ email, password, name }) => ({ nome: name, email, senha: password }),
    },
  };
}

function realKeycloak(running: RunningKeycloak): IdentityUnderTest {
  const { url, siteOrigin, functionsClientSecret, administrator } = running;
  const realm = 'vigia';
  const issuer = `${url}/realms/${realm}`;

  async function administratorToken(): Promise<string> {
    const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'password', client_id: 'admin-cli', ...administrator }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  async function admin(path: string, method = 'GET', body?: unknown): Promise<Response> {
    const response = await fetch(`${url}/admin/realms/${realm}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${await administratorToken()}`,
        'Content-Type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response;
  }
  const list = async <T>(path: string): Promise<T[]> => (await admin(path)).json() as Promise<T[]>;
  const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`;

  async function subjectOf(email: string): Promise<string | null> {
    return (await list<{ id: string }>(`/users${query({ email, exact: 'true' })}`))[0]?.id ?? null;
  }

  return {
    ...{ url, siteOrigin, realm, issuer },
    jwksUrl: `${issuer}/protocol/openid-connect/certs`,
    clientId: 'vigia-site',
    adminClientId: 'vigia-functions',
    adminClientSecret: functionsClientSecret,
    // One server for all files; tests/keycloak/setup.ts starts and stops it.
    start: async () => undefined,
    stop: async () => undefined,
    async addPerson({ roles = [], ...known } = {}) {
      const person = newPerson(known);
      const [firstName, ...lastName] = person.name.split(' ');
      await admin('/users', 'POST', {
        enabled: true,
        email: person.email,
        firstName,
        lastName: lastName.join(' '),
        credentials: [{ type: 'password', value: person.password, temporary: false }],
      });
      const subject = (await subjectOf(person.email)) ?? '';
      const granted = await Promise.all(roles.map(async (role) => (await admin(`/roles/${role}`)).json()));
      if (granted.length > 0) await admin(`/users/${subject}/role-mappings/realm`, 'POST', granted);
      return { ...person, subject };
    },
    subjectOf,
    groupsNamed: async (name) =>
      (await list<{ id: string; name: string }>(`/groups${query({ search: name, exact: 'true' })}`))
        .filter((group) => group.name === name)
        .map(({ id }) => id),
    groupsOf: async (subject) =>
      (await list<{ name: string }>(`/users/${subject}/groups`)).map(({ name }) => name),
    sessionsOf: async (subject) =>
      (await list<{ id: string }>(`/users/${subject}/sessions`)).map(({ id }) => id),
    async endSession(id) {
      await admin(`/sessions/${id}`, 'DELETE');
    },
    forms: {
      login: ({ email, password }) => ({ username: email, password, credentialId: '' }),
      registration({ email, password, name }) {
        const [firstName = '', ...lastName] = name.split(' ');
        return {
          email,
          firstName,
          lastName: lastName.join(' '),
          password,
          'password-confirm': password,
        };
      },
    },
  };
}
