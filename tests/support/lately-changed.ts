/**
 * What changed lately, for tests that cost much and depend on few files.
 *
 * The last run is not remembered: a run that is only recorded, cut off or made elsewhere would let a change pass untested.
 * Instead a change keeps its tests running for a while, in every copy of the repository alike.
 */
import { spawnSync } from 'node:child_process';

const SECONDS_PER_DAY = 86_400;

/** Output of git; `null` when it fails. */
function git(root: string, ...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');

/**
 * The files below `paths` that differ from the commit that the main line had `days` before the newest one, those not
 * committed included. By the main line, because a branch is merged with commits of any age.
 *
 * @param root The repository's folder.
 * @returns `null` where git cannot say: without a repository, or when its history is shorter.
 */
export function changedLately(root: string, paths: readonly string[], days: number): string[] | null {
  const newest = git(root, 'log', '-1', '--format=%ct');
  if (newest === null) return null;
  const until = Number(newest) - days * SECONDS_PER_DAY;
  const base = git(root, 'rev-list', '-1', '--first-parent', `--min-age=${until}`, 'HEAD');
  if (!base) return null;
  const changed = git(root, 'diff', '--name-only', base, '--', ...paths);
  const added = git(root, 'ls-files', '--others', '--exclude-standard', '--', ...paths);
  return changed === null || added === null ? null : [...linesOf(changed), ...linesOf(added)];
}
