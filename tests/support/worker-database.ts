import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The database of a local stack, read beside the running Worker: what was committed, also after a kill.
 * @param stateDir The stack's.
 * @param options `readOnly` is false only while the Worker does not run.
 */
export function openWorkerDatabase(stateDir: string, { readOnly = true } = {}): DatabaseSync {
  const folder = join(stateDir, 'worker/v3/d1/miniflare-D1DatabaseObject');
  const file = readdirSync(folder).find((name) => /^[0-9a-f]{64}\.sqlite$/.test(name));
  if (file === undefined) throw new Error(`There is no database in ${folder}.`);
  return new DatabaseSync(join(folder, file), { readOnly, timeout: 5000 });
}
