/**
 * Writes a `kuma.db` that an own Uptime Kuma 2.x starts with: nothing of the platform is in it, and it asks for a login.
 *
 * The administrator of an environment is nobody's (bootstrap.mjs), so its password is removed: the owner sets one with
 * `npm run reset-password`. What was removed is not in the file's free pages either, because it is written anew.
 */
import { rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { vacuumInto } from './copies.mjs';
import {
  addressColumns,
  OWN_CHANNEL,
  secretColumns,
  secretSettings,
  withoutLogin,
} from './export-secrets.mjs';

const OURS = `
  UPDATE setting SET value = 'false' WHERE key = 'disableAuth';
  DELETE FROM setting WHERE key IN ('jwtSecret', 'primaryBaseURL', 'trustProxy', 'checkUpdate');
  UPDATE user SET password = '!', twofa_status = 0, twofa_secret = NULL, twofa_last_token = NULL;
  DELETE FROM monitor_notification WHERE notification_id IN (SELECT id FROM notification WHERE ${OWN_CHANNEL});
  DELETE FROM notification WHERE ${OWN_CHANNEL};`;

const HISTORY = ['heartbeat', 'stat_minutely', 'stat_hourly', 'stat_daily']
  .map((table) => `DELETE FROM ${table};`)
  .join('\n');

const asSql = (value) => (value === null ? 'NULL' : `'${value}'`);
const SECRETS = `
  UPDATE monitor SET ${Object.entries(secretColumns)
    .map(([column, value]) => `${column} = ${asSql(value)}`)
    .join(', ')};
  UPDATE heartbeat SET response = NULL;
  UPDATE notification SET config = json_object('name', name, 'isDefault', json(iif(is_default, 'true', 'false')),
    'type', iif(json_valid(config), config ->> '$.type', NULL));
  UPDATE proxy SET username = NULL, password = NULL;
  UPDATE remote_browser SET url = '';
  UPDATE status_page SET password = NULL;
  DELETE FROM api_key;
  DELETE FROM setting WHERE key IN (${secretSettings.map((key) => `'${key}'`).join(', ')});`;

function removeLogins(copy) {
  for (const column of addressColumns) {
    const write = copy.prepare(`UPDATE monitor SET ${column} = ? WHERE id = ?`);
    const rows = copy
      .prepare(`SELECT id, ${column} AS address FROM monitor WHERE ${column} LIKE '%@%'`)
      .all();
    for (const { id, address } of rows) write.run(withoutLogin(address), id);
  }
}

/**
 * @param {{ database: string, target: string, secrets: boolean, history: boolean }} options `database` is the instance's,
 *   which may be written meanwhile; `target` is made.
 */
export function writeDatabase({ database, target, secrets, history }) {
  const whole = `${target}.whole`;
  vacuumInto(database, whole);
  const copy = new DatabaseSync(whole, { enableForeignKeyConstraints: false });
  try {
    // A half-written copy is thrown away. Temporary files would be outside the volume, where nothing can be written.
    copy.exec('PRAGMA synchronous = OFF; PRAGMA temp_store = MEMORY');
    copy.exec(OURS);
    if (!history) copy.exec(HISTORY);
    if (!secrets) {
      copy.exec(SECRETS);
      removeLogins(copy);
    }
  } finally {
    copy.close();
  }
  vacuumInto(whole, target);
  rmSync(whole);
}
