/**
 * Running wrangler for one state folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';
import { StartFailure } from './failure.ts';
import { fingerprint, isStamped, stamp } from './fingerprint.ts';
import { projectRoot } from './project-root.ts';
import { localDir } from './stack-folders.ts';

/** Wrangler's entry point; run it with this process's Node. */
export const wrangler = join(projectRoot, 'node_modules/wrangler/bin/wrangler.js');

/** Wrangler's own caches and registry stay in the state folder, so that two stacks never meet. */
export function wranglerEnvironment(stateDir: string): NodeJS.ProcessEnv {
  return childEnvironment({
    WRANGLER_REGISTRY_PATH: join(stateDir, 'wrangler/registry'),
    // Its own debug file repeats every message in full; ours is `worker.log`.
    WRANGLER_WRITE_LOGS: 'false',
  });
}

/** Applies new migrations to the local database; costs nothing when there are none. */
export function migrate(stateDir: string): void {
  const print = migrationsPrint();
  const stampFile = join(stateDir, 'migrations.stamp');
  if (isStamped(stampFile, print)) return;
  const workerDir = join(stateDir, 'worker');
  if (existsSync(workerDir)) applyMigrations(workerDir);
  else {
    // By another name until it is whole: a start may be interrupted.
    const copy = `${workerDir}.new`;
    rmSync(copy, { recursive: true, force: true });
    cpSync(emptyDatabase(), copy, { recursive: true });
    renameSync(copy, workerDir);
  }
  stamp(stampFile, print);
}

/**
 * Folder of a database with every migration and nothing else, for new stacks to copy: wrangler starts a runtime for each
 * migration, which takes seconds.
 */
export function emptyDatabase(): string {
  const ready = join(localDir, 'empty-databases', migrationsPrint());
  if (existsSync(ready)) return ready;
  const inWork = `${ready}.${process.pid}`;
  applyMigrations(inWork);
  // Somebody else may have been faster with the same one.
  if (existsSync(ready)) rmSync(inWork, { recursive: true });
  else renameSync(inWork, ready);
  return ready;
}

const migrationsPrint = (): string => fingerprint(projectRoot, ['functions/migrations']);

/** @param workerDir What wrangler is given as `--persist-to`. */
function applyMigrations(workerDir: string): void {
  const args = [wrangler, 'd1', 'migrations', 'apply', 'vigia', '--local', '--persist-to', workerDir];
  const result = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env: { ...wranglerEnvironment(workerDir), CI: '1' },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    throw new StartFailure(
      `${result.stdout}${result.stderr}\nAs migrações do banco local falharam. Se o estado local é antigo, "npm start -- --fresh" começa do zero.`,
    );
  }
}
