/**
 * Deleted accounts, in D1. An access token stays valid for minutes after its account was deleted; without this list it
 * could still order. Rows are removed after a day (content/legal/retention.json), longer than any access token is
 * valid.
 */
import type { Clock } from './clock.ts';
import { among, exists, run } from './db.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** Makes the store over a D1 database. */
export function createDeletedAccounts(db: D1Database, { now }: Clock, hash: KeyedHash) {
  const textOf = (subject: string): string => `deleted:${subject}`;
  return {
    /**
     * Records that an account is being deleted.
     * @param subject OIDC subject; the provider never reuses it.
     */
    note: async (subject: string) =>
      run(db)`INSERT INTO deleted_accounts (account, deleted_at)
        VALUES (${await hash(textOf(subject))}, ${now()})
        ON CONFLICT (account) DO UPDATE SET deleted_at = excluded.deleted_at`,
    has: async (subject: string): Promise<boolean> =>
      exists(db)`SELECT 1 FROM deleted_accounts WHERE account IN ${among(await hash.all(textOf(subject)))}`,
  };
}

export type DeletedAccounts = ReturnType<typeof createDeletedAccounts>;
