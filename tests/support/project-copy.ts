/** A temporary copy of the project, as it is now, without caches; the packages are linked. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectRoot } from '#dev/project-root.ts';

const BUILT_FROM = /^(?:src|content|public|dev|functions\/plans|[\w.-]+$)/;

/** Copies what the pages are built from, or what else is wanted. */
export function copyProject(folder: string, isWanted = (name: string) => BUILT_FROM.test(name)): void {
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: projectRoot,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const path of stdout.split('\0').filter((name) => name !== '' && isWanted(name))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    // A link stays one, also to a folder.
    const asItIs = { force: true, recursive: true, verbatimSymlinks: true };
    cpSync(join(projectRoot, path), join(folder, path), asItIs);
  }
  // The packages' caches must not be shared with the project.
  mkdirSync(join(folder, 'node_modules'));
  for (const name of readdirSync(join(projectRoot, 'node_modules'))) {
    if (/^\.(?:astro|cache|vite)/.test(name)) continue;
    symlinkSync(join(projectRoot, 'node_modules', name), join(folder, 'node_modules', name));
  }
}
