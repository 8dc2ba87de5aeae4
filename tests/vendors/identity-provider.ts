/**
 * The identity provider for the vendor tests: the stand-in, or (IDENTITY_TARGET=keycloak, set by `npm run
 * test:keycloak`) a real Keycloak with deploy/keycloak/realm.json.
 *
 * Owns: one interface for both. Features of the stand-in only are tested in identity-stand-in.test.ts.
 */
import { inject } from 'vitest';
import { localSecrets } from '#dev/local-values.ts';
import { createIdentityStandIn } from '#dev/stand-ins/identity/index.ts';
import type { RealmMail } from '#dev/stand-ins/identity/proofs.ts';
import { newPerson, type Person } from '#tests/support/people.ts';
import { keycloakControls, type RunningKeycloak } from '#tests/support/real-keycloak.ts';

/** A person with an account. */
interface KnownPerson extends Person {
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
  /** Creates an account; its e-mail is proven unless said otherwise. */
  addPerson(known?: Partial<Person> & { readonly isEmailProven?: boolean }): Promise<KnownPerson>;
  /** Subject of an account; `null` without one. */
  subjectOf(email: string): Promise<string | null>;
  /** Ids of all groups with exactly this name. */
  groupsNamed(name: string): Promise<readonly string[]>;
  /** Names of an account's groups. */
  groupsOf(subject: string): Promise<readonly string[]>;
  /** Ids of an account's sessions. */
  sessionsOf(subject: string): Promise<readonly string[]>;
  /** Ends a session from outside, like an operator or another device. */
  endSession(id: string): Promise<void>;
  /** Mails that the provider sent to an address, oldest first. */
  mailsTo(address: string): Promise<readonly RealmMail[]>;
}

declare module 'vitest' {
  interface ProvidedContext {
    keycloak: RunningKeycloak;
    /** Serves the mails of the real server; see tests/keycloak/setup.ts. */
    mailboxUrl: string;
  }
}

const isRealKeycloak = process.env['IDENTITY_TARGET'] === 'keycloak';

/** The provider under test. `port` is the stand-in's; each file has its own, so that files can run in parallel. */
export function identityUnderTest(port: number): IdentityUnderTest {
  return isRealKeycloak ? realKeycloak(inject('keycloak')) : standIn(port);
}

function standIn(port: number): IdentityUnderTest {
  const siteOrigin = `http://localhost:${port + 1}`;
  const mails: RealmMail[] = [];
  const opsClientSecret = localSecrets.keycloakOpsClientSecret;
  const provider = createIdentityStandIn({
    port,
    siteOrigin,
    opsClientSecret,
    seedUsers: [],
    sendMail: async (mail) => {
      mails.push(mail);
    },
  });
  const { url, realm, issuer, jwksUrl, clientId, adminClientId, adminClientSecret } = provider;
  const userWith = (subject: string) => provider.snapshot().users.find(({ id }) => id === subject);
  return {
    url,
    realm,
    issuer,
    jwksUrl,
    clientId,
    adminClientId,
    adminClientSecret,
    siteOrigin,
    start: () => provider.start(),
    stop: () => provider.stop(),
    async addPerson({ isEmailProven = true, ...known } = {}) {
      const person = newPerson(known);
      return { ...person, subject: await provider.addUser({ ...person, isEmailProven }) };
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
    mailsTo: async (address) => mails.filter(({ to }) => to === address),
  };
}

function realKeycloak(running: RunningKeycloak): IdentityUnderTest {
  const { url, siteOrigin, functionsClientSecret } = running;
  const realm = 'vigia';
  const issuer = `${url}/realms/${realm}`;
  return {
    ...keycloakControls(running),
    url,
    siteOrigin,
    realm,
    issuer,
    jwksUrl: `${issuer}/protocol/openid-connect/certs`,
    clientId: 'vigia-site',
    adminClientId: 'vigia-functions',
    adminClientSecret: functionsClientSecret,
    // One server for all files, started and stopped by tests/keycloak/setup.ts.
    start: async () => undefined,
    stop: async () => undefined,
    mailsTo: async (address) =>
      (await (await fetch(`${inject('mailboxUrl')}/${encodeURIComponent(address)}`)).json()) as RealmMail[],
  };
}
