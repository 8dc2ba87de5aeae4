/**
 * State of the identity stand-in: accounts, groups, its signing key, and the OIDC library's records.
 *
 * Owns: the state and its rules (unique e-mails, unique group names). Does not own: HTTP, tokens, password hashing.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import type { JWK } from 'jose';
import type { AdapterPayload } from 'oidc-provider';
import { createStateFile } from '../stand-in.ts';

export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  /** `null` until the first password is chosen, after the proof of the e-mail. */
  passwordHash: string | null;
  isEmailProven: boolean;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly groupIds: string[];
}

/** A link that was mailed to prove an address. */
export interface Proof {
  readonly key: string;
  readonly userId: string;
  readonly email: string;
  /** The sign-in that asked for it. */
  readonly uid: string;
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
}

export interface Group {
  readonly id: string;
  readonly name: string;
}

/** A session, grant, code or refresh token of the library, under a hash of its id. */
export interface StoredRecord {
  readonly model: string;
  payload: AdapterPayload;
  /** Milliseconds since the epoch; `null`: never expires. */
  readonly endsAt: number | null;
}

export interface IdentityState {
  users: User[];
  groups: Group[];
  records: Record<string, StoredRecord>;
  proofs: Proof[];
  /** Private RSA key; created at the first start. */
  signingKey: JWK | null;
  /** Signs the session cookies. */
  readonly cookieKey: string;
}

export type NewUser = Pick<User, 'email' | 'name' | 'passwordHash' | 'isEmailProven'>;

function emptyState(): IdentityState {
  return {
    users: [],
    groups: [],
    records: {},
    proofs: [],
    signingKey: null,
    cookieKey: randomBytes(32).toString('base64url'),
  };
}

/** An e-mail address in the form used for comparison and storage. */
const normalizeEmail = (email: string): string => email.trim().toLowerCase();

export type IdentityStore = ReturnType<typeof createIdentityStore>;

/** Opens the state in `stateDir`, or an empty one in memory. Every change is saved before its response. */
export function createIdentityStore(stateDir: string | null) {
  const file = createStateFile<IdentityState>(stateDir, 'identity', emptyState);
  const state = file.read();
  // A file of an earlier version has neither; its accounts go on as they were.
  state.proofs ??= [];
  for (const user of state.users) user.isEmailProven ??= true;
  const save = (): void => file.write(state);

  function findUserByEmail(email: string): User | undefined {
    const wanted = normalizeEmail(email);
    return state.users.find((user) => user.email === wanted);
  }

  return {
    state,
    save,
    findUserByEmail,
    findUser: (id: string): User | undefined => state.users.find((user) => user.id === id),
    findGroup: (id: string): Group | undefined => state.groups.find((group) => group.id === id),

    /** `null` when the e-mail is taken. */
    addUser(user: NewUser): User | null {
      if (findUserByEmail(user.email)) return null;
      const added: User = {
        ...user,
        id: randomUUID(),
        email: normalizeEmail(user.email),
        createdAt: Date.now(),
        groupIds: [],
      };
      state.users.push(added);
      save();
      return added;
    },

    proveEmail(user: User): void {
      user.isEmailProven = true;
      save();
    },

    setPassword(user: User, passwordHash: string): void {
      user.passwordHash = passwordHash;
      save();
    },

    removeUser(user: User): void {
      state.users = state.users.filter(({ id }) => id !== user.id);
      save();
    },

    /** `null` when the name is taken. */
    addGroup(name: string): Group | null {
      if (state.groups.some((group) => group.name === name)) return null;
      const added = { id: randomUUID(), name };
      state.groups.push(added);
      save();
      return added;
    },

    /** Removes a group with its memberships. */
    removeGroup(group: Group): void {
      state.groups = state.groups.filter(({ id }) => id !== group.id);
      state.users = state.users.map((user) => ({
        ...user,
        groupIds: user.groupIds.filter((id) => id !== group.id),
      }));
      save();
    },
    addMember(user: User, group: Group): void {
      if (user.groupIds.includes(group.id)) return;
      user.groupIds.push(group.id);
      save();
    },

    removeMember(user: User, group: Group): void {
      const at = user.groupIds.indexOf(group.id);
      if (at >= 0) user.groupIds.splice(at, 1);
      save();
    },

    membersOf: (group: Group): User[] => state.users.filter((user) => user.groupIds.includes(group.id)),

    groupsOf(user: User): Group[] {
      return state.groups.filter((group) => user.groupIds.includes(group.id));
    },
  };
}
