/** The identity provider in our words: who a caller is, and which accounts and groups there are. */

/** The caller, as proved by an access token. */
export interface Identity {
  /** OIDC subject: the account's stable id. */
  readonly subject: string;
  readonly email: string | null;
  /** Whether the provider saw that its mails arrive. */
  readonly emailVerified: boolean;
  readonly name: string | null;
  /** Tenant read from the groups; `null` while the account has none. */
  readonly tenant: string | null;
  /** When the person last proved who they are to the provider, milliseconds UTC; `null` where the token does not say. */
  readonly signedInAt: number | null;
  /** Realm roles. Operators are marked here, never by a group. */
  readonly roles: readonly string[];
}

/** Proves the bearer token of a protected call. */
export interface TokenVerifier {
  /**
   * @param authorizationHeader The header as received.
   * @throws DomainError `unauthenticated` for a missing, foreign, expired or altered token; `identity-unavailable`
   *   when the provider's keys cannot be read, so the token could be neither proved nor refused.
   */
  verify(authorizationHeader: string | null | undefined): Promise<Identity>;
}

/** An account as the provider holds it. Never a password. */
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
  /** Makes the group, or finds it. Idempotent on the name. Returns the provider's group id. */
  ensureGroup(name: string): Promise<string>;
  /** Puts a user (by OIDC subject) into a group. Idempotent. */
  addMember(groupId: string, subject: string): Promise<void>;
  /** Takes a user out of the group of this name. One who is not in it, or a group that is gone, is success. */
  removeMember(group: string, subject: string): Promise<void>;
  /** The account of a subject, for an export; `null` when there is none. */
  readUser(subject: string): Promise<Account | null>;
  /** The account with exactly this e-mail; `null` when there is none. */
  findUser(email: string): Promise<Account | null>;
  /** Removes the account with its sessions and memberships; false when it was gone. */
  removeUser(subject: string): Promise<boolean>;
  /** Removes the group with all its memberships; the accounts stay. Removing one that is gone is success. */
  removeGroup(name: string): Promise<void>;
}
