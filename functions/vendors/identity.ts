/** The port to the identity provider: the caller's identity, accounts and groups. */

/** The caller, as verified from an access token. */
export interface Identity {
  /** OIDC subject: the account's stable id. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider has verified the e-mail address. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** Tenant read from the groups; `null` while the account has none. */
  readonly tenant: string | null;
  /** When the person last entered their credentials, milliseconds UTC; `null` when the token does not say. */
  readonly signedInAt: number | null;
  /** Realm roles. Operators have a role here, never a group. */
  readonly roles: readonly string[];
}

/** Verifies the bearer token of a protected call. */
export interface TokenVerifier {
  /**
   * @param authorizationHeader The header as received.
   * @throws DomainError `unauthenticated` for a missing, foreign, expired or altered token; `identity-unavailable` when
   *   the provider's keys cannot be read, so the token can be neither accepted nor refused.
   */
  verify(authorizationHeader: string | null | undefined): Promise<Identity>;
}

/** An account as stored at the provider. Never a password. */
export interface Account extends Readonly<Record<string, unknown>> {
  /** OIDC subject. */
  readonly id: string;
  readonly email?: string | undefined;
}

/**
 * What provisioning needs from the identity provider.
 *
 * Throws `DomainError` `identity-unavailable` for anything that may pass; other failures are defects.
 */
export interface IdentityAdmin {
  /** Creates the group or finds it. Idempotent by name. Returns the provider's group id. */
  ensureGroup(name: string): Promise<string>;
  /** Adds a user (by OIDC subject) to a group. Idempotent. */
  addMember(groupId: string, subject: string): Promise<void>;
  /** Subjects of at most 100 members of the group of this name; empty when there is no such group. */
  listMembers(group: string): Promise<readonly string[]>;
  /** Names of all groups that contain `text`. */
  listGroups(text: string): Promise<readonly string[]>;
  /** Removes a user from the group of this name. Succeeds when the user is not in it or the group is gone. */
  removeMember(group: string, subject: string): Promise<void>;
  /** The account of a subject, for an export; `null` when there is none. */
  readUser(subject: string): Promise<Account | null>;
  /** The account with exactly this e-mail; `null` when there is none. */
  findUser(email: string): Promise<Account | null>;
  /** Deletes the account with its sessions and memberships; false when it was gone. */
  removeUser(subject: string): Promise<boolean>;
  /** Deletes the group with all its memberships; the accounts stay. Succeeds when it is gone. */
  removeGroup(name: string): Promise<void>;
}
