/** Actions on a running Keycloak, through its Admin API. */
import { newPerson, type Person } from './people.ts';

/** A Keycloak started by dev/keycloak.ts. */
export interface RunningKeycloak {
  readonly url: string;
  readonly siteOrigin: string;
  readonly functionsClientSecret: string;
  /** Password of `admin` in the realm `master`. */
  readonly administratorPassword: string;
}

const REALM = 'vigia';
const query = (values: Record<string, string>): string => `?${new URLSearchParams(values)}`;

/** Actions on the realm `vigia`; each call signs in again, so that no token expires between calls. */
export function keycloakControls({ url, administratorPassword }: RunningKeycloak) {
  async function administratorToken(): Promise<string> {
    const response = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'password',
        client_id: 'admin-cli',
        username: 'admin',
        password: administratorPassword,
      }),
    });
    return ((await response.json()) as { access_token: string }).access_token;
  }

  async function admin(path: string, method = 'GET', body?: unknown): Promise<Response> {
    const response = await fetch(`${url}/admin/realms/${REALM}${path}`, {
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

  /** Subject of an account; `null` without one. */
  async function subjectOf(email: string): Promise<string | null> {
    return (await list<{ id: string }>(`/users${query({ email, exact: 'true' })}`))[0]?.id ?? null;
  }

  /** Ids of all groups with exactly this name. */
  async function groupsNamed(name: string): Promise<readonly string[]> {
    const found = await list<{ id: string; name: string }>(
      `/groups${query({ search: name, exact: 'true' })}`,
    );
    return found.filter((group) => group.name === name).map(({ id }) => id);
  }

  async function sessionsOf(subject: string): Promise<readonly string[]> {
    return (await list<{ id: string }>(`/users/${subject}/sessions`)).map(({ id }) => id);
  }

  return {
    subjectOf,
    groupsNamed,
    sessionsOf,
    /** Creates an account, and its groups if they are missing; its e-mail is proven unless said otherwise. */
    async addPerson({
      roles = [],
      groups = [],
      isEmailProven = true,
      ...known
    }: Partial<Person> & {
      readonly roles?: readonly string[];
      readonly groups?: readonly string[];
      readonly isEmailProven?: boolean;
    } = {}) {
      const person = newPerson(known);
      const [firstName, ...lastName] = person.name.split(' ');
      await admin('/users', 'POST', {
        enabled: true,
        email: person.email,
        emailVerified: isEmailProven,
        firstName,
        lastName: lastName.join(' '),
        credentials: [{ type: 'password', value: person.password, temporary: false }],
      });
      const subject = (await subjectOf(person.email)) ?? '';
      const granted = await Promise.all(roles.map(async (role) => (await admin(`/roles/${role}`)).json()));
      if (granted.length > 0) await admin(`/users/${subject}/role-mappings/realm`, 'POST', granted);
      for (const name of groups) {
        if ((await groupsNamed(name)).length === 0) await admin('/groups', 'POST', { name });
        const [group] = await groupsNamed(name);
        await admin(`/users/${subject}/groups/${group}`, 'PUT');
      }
      return { ...person, subject };
    },
    groupsOf: async (subject: string): Promise<readonly string[]> =>
      (await list<{ name: string }>(`/users/${subject}/groups`)).map(({ name }) => name),
    async endSession(id: string): Promise<void> {
      await admin(`/sessions/${id}`, 'DELETE');
    },
    /** Mails a link to these required actions (`UPDATE_PASSWORD`…). */
    async askFor(subject: string, actions: readonly string[]): Promise<void> {
      await admin(`/users/${subject}/execute-actions-email`, 'PUT', actions);
    },
    /** Makes the realm that of an operator who switched the proof of e-mails off. */
    async requireProvenEmail(verifyEmail: boolean): Promise<void> {
      await admin('', 'PUT', { verifyEmail });
    },
    /** Clears the wait after wrong passwords. */
    async forgetGuesses(subject: string): Promise<void> {
      await admin(`/attack-detection/brute-force/users/${subject}`, 'DELETE');
    },
  };
}
