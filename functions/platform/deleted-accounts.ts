/**
 * Deleted accounts, in D1. An access token stays valid for minutes after its account was deleted; without this list it
 * could still order. Rows are removed after a day (content/legal/retention.json), longer than any access token is
 * valid.
 */
import type { Clock } from './clock.ts';
import { among, exists, run } from './db.ts';
import type { KeyedHash } from './keyed-hash.ts';

interface AccountNeeds {
  readonly db: D1Database;
  readonly clock: Clock;
  readonly partyHash: KeyedHash;
}

const textOf = (subject: string): string => `deleted:${subject}`;

/**
 * Records that an account is being deleted.
 * @param subject OIDC subject; the provider never reuses it.
 */
export const noteDeletedAccount = async (needs: AccountNeeds, subject: string) =>
  run(needs.db)`INSERT INTO deleted_accounts (account, deleted_at)
        VALUES (${await needs.partyHash(textOf(subject))}, ${needs.clock.now()})
        ON CONFLICT (account) DO UPDATE SET deleted_at = excluded.deleted_at`;

export const isDeletedAccount = async (needs: AccountNeeds, subject: string): Promise<boolean> =>
  exists(
    needs.db,
  )`SELECT 1 FROM deleted_accounts WHERE account IN ${among(await needs.partyHash.all(textOf(subject)))}`;
