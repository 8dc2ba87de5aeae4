/**
 * When the files of a folder last changed, according to git.
 *
 * One git call for all files. There is no date without git, outside a repository, for an uncommitted file, and beyond
 * the end of a shallow clone (whose oldest commit seems to add every file).
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** Start of a commit in the log; no path starts with it. */
const MARK = '\u0001';
const OUTPUT_BYTES_MAX = 256 * 1024 * 1024;

function git(root: string, args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', ['-c', 'core.quotepath=off', ...args], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: OUTPUT_BYTES_MAX,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout : null;
}

/** The commits at which a shallow clone ends. */
function cutOff(root: string): ReadonlySet<string> {
  const path = git(root, ['rev-parse', '--git-path', 'shallow'])?.trim();
  if (!path) return new Set();
  try {
    return new Set(readFileSync(resolve(root, path), 'utf8').split('\n'));
  } catch {
    return new Set(); // A complete clone has no such file.
  }
}

/**
 * @param folder Inside `root`, with slashes: "content/docs".
 * @returns Time of the newest commit by path from `root`; empty when unknown.
 */
export function lastChanges(root: string, folder: string): ReadonlyMap<string, Date> {
  const log = git(root, [
    'log',
    `--format=${MARK}%H %cI`,
    '--name-only',
    '--no-renames',
    '--relative',
    '--',
    folder,
  ]);
  const changes = new Map<string, Date>();
  if (log === null) return changes;
  const boundary = cutOff(root);
  let at: Date | null = null;
  for (const line of log.split('\n')) {
    if (line.startsWith(MARK)) {
      const [hash = '', date = ''] = line.slice(1).split(' ');
      at = boundary.has(hash) ? null : new Date(date);
    } else if (line !== '' && at !== null && !changes.has(line)) {
      changes.set(line, at);
    }
  }
  return changes;
}
