/**
 * Deleted accounts, in D1. An access token stays valid for minutes after its account was deleted; without this list it
 * could still order. Rows are removed after a day (content/legal/retention.json), longer than any access token is
 * valid.
 */
import type { Clock } from './clock.ts';
import { first, run } from './db.ts';
import type { KeyedHash } from './keyed-hash.ts';

/** Makes the store over a D1 database. */
export function createDeletedAccounts(db: D1Database, { now }: Clock, hash: KeyedHash) {
  const keyOf = (subject: string): Promise<string> => hash(`deleted:${subject}`);
  return {
    /**
     * Records that an account is being deleted.
     * @param subject OIDC subject; the provider never reuses it.
     */
    async note(subject: string): Promise<void> {
      const sql = `INSERT INTO deleted_accounts (account, deleted_at) VALUES (?, ?)
        ON CONFLICT (account) DO UPDATE SET deleted_at = excluded.deleted_at`;
      await run(db, sql, await keyOf(subject), now());
    },
    async has(subject: string): Promise<boolean> {
      const sql = 'SELECT 1 FROM deleted_accounts WHERE account = ?';
      return (await first(db, sql, await keyOf(subject))) !== null;
    },
  };
}

export type DeletedAccounts = ReturnType<typeof createDeletedAccounts>;
