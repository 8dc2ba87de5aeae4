/** Looks for damage in the local databases before a start, because the runtime only reports it after a long wait. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CommandFailure } from '#ops/failure.ts';

/** Databases that a start needs; the runtime makes the others again. */
const NEEDED = 'worker/v3/{d1,workflows}/**/*.sqlite';

/** @throws CommandFailure for a database that cannot be read. */
export function requireDatabases(stateDir: string): void {
  if (!existsSync(stateDir)) return;
  const damaged = globSync(NEEDED, { cwd: stateDir }).find((file) => !isReadable(join(stateDir, file)));
  if (damaged !== undefined)
    throw new CommandFailure(
      `O banco de dados desta máquina está danificado (${join(stateDir, damaged)}). "npm start -- --fresh" começa do zero: sem contas, pedidos e e-mails.`,
    );
}

function isReadable(file: string): boolean {
  try {
    const database = new DatabaseSync(file, { readOnly: true });
    try {
      return database.prepare('PRAGMA quick_check(1)').get()?.['quick_check'] === 'ok';
    } finally {
      database.close();
    }
  } catch {
    return false;
  }
}
