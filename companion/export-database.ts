/**
 * Writes a `kuma.db` that an own Uptime Kuma 2.x starts with: nothing of the platform is in it, and it asks for a login.
 *
 * The administrator of an environment belongs to no person (bootstrap.ts), so its password is removed: the owner sets one with
 * `npm run reset-password`. What was removed is not in the file's free pages either, because it is written anew.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { vacuumInto } from './copies.ts';
import { leaveSecrets } from './export-clean.ts';
import { type ExportFile, WITHOUT_OWN_CHANNEL } from './export-outgoing.ts';

const OURS = `
  UPDATE setting SET value = 'false' WHERE key = 'disableAuth';
  DELETE FROM setting WHERE key IN ('jwtSecret', 'primaryBaseURL', 'trustProxy', 'checkUpdate');
  UPDATE user SET password = '!', twofa_status = 0, twofa_secret = NULL, twofa_last_token = NULL;
  ${WITHOUT_OWN_CHANNEL}`;

const HISTORY = ['heartbeat', 'stat_minutely', 'stat_hourly', 'stat_daily']
  .map((table) => `DELETE FROM ${table};`)
  .join('\n');

/** Makes `target` of the instance's database, which may be written meanwhile. */
export function writeDatabase({ database, target, secrets, history }: ExportFile): void {
  const whole = `${target}.whole`;
  vacuumInto(database, whole);
  const copy = new DatabaseSync(whole, { enableForeignKeyConstraints: false });
  try {
    // A half-written copy is thrown away. Temporary files would be outside the volume, where nothing can be written.
    copy.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
    copy.exec(OURS);
    if (!history) copy.exec(HISTORY);
    if (!secrets) leaveSecrets(copy);
  } finally {
    copy.close();
  }
  vacuumInto(whole, target);
  rmSync(whole);
}
