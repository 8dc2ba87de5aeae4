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
  /** The account of a subject, for an export; `null` when there is none. */
  readUser(subject: string): Promise<Account | null>;
  /** The account with exactly this e-mail; `null` when there is none. */
  findUser(email: string): Promise<Account | null>;
  /** Removes the account with its sessions and memberships; false when it was gone. */
  removeUser(subject: string): Promise<boolean>;
  /** Removes the group with all its memberships; the accounts stay. Removing one that is gone is success. */
  removeGroup(name: string): Promise<void>;
}
