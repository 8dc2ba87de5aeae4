/** Runs wrangler for one state folder. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from '#ops/child-environment.ts';
import { CommandFailure } from '#ops/failure.ts';
import { fingerprint, isStamped, stamp } from './fingerprint.ts';
import { projectRoot } from './project-root.ts';
import { localDir } from './stack-folders.ts';

/** Wrangler's entry point; run it with this process's Node. */
export const wrangler = join(projectRoot, 'node_modules/wrangler/bin/wrangler.js');

/** Keeps wrangler's caches and registry in the state folder, so that two stacks share nothing. */
export function wranglerEnvironment(stateDir: string): NodeJS.ProcessEnv {
  return childEnvironment({
    WRANGLER_REGISTRY_PATH: join(stateDir, 'wrangler/registry'),
    // Wrangler's debug file would repeat every message; ours is `worker.log`.
    WRANGLER_WRITE_LOGS: 'false',
  });
}

const schemaStamp = (stateDir: string): string => join(stateDir, 'schema.stamp');
/** Until the first publication a new column enters the first migration, which is applied once. */
const schemaPrint = (): string => fingerprint(projectRoot, ['functions/migrations/0001_schema.sql']);

/** @throws CommandFailure when the local database was made by an earlier edition of the first migration. */
export function requireSchema(stateDir: string): void {
  if (existsSync(join(stateDir, 'worker')) && !isStamped(schemaStamp(stateDir), schemaPrint()))
    throw new CommandFailure(
      'O esquema do banco mudou desde que os dados desta máquina foram criados. "npm start -- --fresh" começa do zero: sem contas, pedidos e e-mails.',
    );
}

/** Applies new migrations to the local database; costs nothing when there are none. */
export function migrate(stateDir: string): void {
  const print = migrationsPrint();
  const stampFile = join(stateDir, 'migrations.stamp');
  if (isStamped(stampFile, print)) return;
  const workerDir = join(stateDir, 'worker');
  if (existsSync(workerDir)) applyMigrations(workerDir);
  else {
    // Renamed when complete, because a start may be interrupted.
    const copy = `${workerDir}.new`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(emptyDatabase(), copy, { recursive: true });
    renameSync(copy, workerDir);
  }
  stamp(stampFile, print);
  stamp(schemaStamp(stateDir), schemaPrint());
}

/**
 * Folder of a database with all migrations and no data, which new stacks copy: wrangler starts a runtime per migration,
 * which takes seconds.
 */
export function emptyDatabase(): string {
  const ready = join(localDir, 'empty-databases', migrationsPrint());
  if (existsSync(ready)) return ready;
  const inWork = `${ready}.${process.pid}`;
  applyMigrations(inWork);
  // Another process may have created it meanwhile.
  if (existsSync(ready)) rmSync(inWork, { recursive: true });
  else renameSync(inWork, ready);
  return ready;
}

const migrationsPrint = (): string => fingerprint(projectRoot, ['functions/migrations']);

/** @param workerDir Wrangler's `--persist-to`. */
function applyMigrations(workerDir: string): void {
  const args = [wrangler, 'd1', 'migrations', 'apply', 'vigia', '--local', '--persist-to', workerDir];
  const result = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env: { ...wranglerEnvironment(workerDir), CI: '1' },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    throw new CommandFailure(
      `${result.stdout}${result.stderr}\nAs migrações do banco local falharam. Se o estado local é antigo, "npm start -- --fresh" começa do zero.`,
    );
  }
}
