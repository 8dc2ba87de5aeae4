/** Actions at the identity provider outside of the browser: on the stand-in, or on a real Keycloak. */
import { fetchAnew } from '#dev/fetch-anew.ts';
import type { Stack } from '#dev/stack.ts';
import { signIn } from '#tests/vendors/identity-browser.ts';
import type { Person } from './people.ts';
import { keycloakControls, type RunningKeycloak } from './real-keycloak.ts';

export interface IdentityControls {
  /** Creates an account. */
  addPerson(person: Person, groups: readonly string[]): Promise<void>;
  /** An access token like those of a login, with the current groups. */
  tokenFor(person: Pick<Person, 'email' | 'password'>): Promise<string>;
  /** Ends every session of a person, like "sair de todos os dispositivos". */
  endSessions(person: Pick<Person, 'email'>): Promise<void>;
}

export function standInControls({ services: { identity } }: Stack): IdentityControls {
  return {
    async addPerson(person, groups) {
      await identity.addUser({ ...person, groups });
    },
    tokenFor: ({ email }) => identity.tokenFor(email),
    async endSessions({ email }) {
      const { users, sessions } = identity.snapshot();
      const id = users.find((user) => user.email === email)?.id;
      for (const session of sessions.filter(({ userId }) => userId === id)) {
        await fetchAnew(`${identity.url}/__stand-in/sessions/${session.id}/end`, {
          method: 'POST',
          redirect: 'manual',
        });
      }
    },
  };
}

export function realKeycloakControls(running: RunningKeycloak): IdentityControls {
  const controls = keycloakControls(running);
  const { url, siteOrigin } = running;
  return {
    async addPerson(person, groups) {
      await controls.addPerson({ ...person, groups });
    },
    async tokenFor(person) {
      const provider = { url, siteOrigin, issuer: `${url}/realms/vigia`, clientId: 'vigia-site' };
      return (await signIn(provider, person)).tokens['access_token'] ?? '';
    },
    async endSessions({ email }) {
      for (const session of await controls.sessionsOf((await controls.subjectOf(email)) ?? '')) {
        await controls.endSession(session);
      }
    },
  };
}
