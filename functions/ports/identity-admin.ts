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
  /** The account as the provider holds it, for an export; `null` when there is none. Never a password. */
  readUser(subject: string): Promise<Readonly<Record<string, unknown>> | null>;
  /** Removes the account with its sessions and memberships; false when it was gone. */
  removeUser(subject: string): Promise<boolean>;
  /** Removes the group with all its memberships; the accounts stay. Removing one that is gone is success. */
  removeGroup(name: string): Promise<void>;
}
