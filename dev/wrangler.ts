/**
 * Running wrangler for one state folder.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { childEnvironment } from './child-environment.ts';
import { StartFailure } from './failure.ts';
import { fingerprint, isStamped, stamp } from './fingerprint.ts';
import { projectRoot } from './project-root.ts';

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
  const print = fingerprint(projectRoot, ['functions/migrations']);
  const stampFile = join(stateDir, 'migrations.stamp');
  if (isStamped(stampFile, print)) return;
  const args = [
    wrangler,
    'd1',
    'migrations',
    'apply',
    'vigia',
    '--local',
    '--persist-to',
    join(stateDir, 'worker'),
  ];
  const result = spawnSync(process.execPath, args, {
    cwd: projectRoot,
    env: { ...wranglerEnvironment(stateDir), CI: '1' },
    encoding: 'utf8',
  });
  if (result.status !== 0) {
    throw new StartFailure(
      `${result.stdout}${result.stderr}\nAs migrações do banco local falharam. Se o estado local é antigo, "npm start -- --fresh" começa do zero.`,
    );
  }
  stamp(stampFile, print);
}
