import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { fileFolder } from '#tests/support/folders.ts';
import { changedLately } from '#tests/support/lately-changed.ts';

const room = fileFolder();
const root = join(room, 'site');

function git(args: readonly string[], input = ''): void {
  const { status, stderr } = spawnSync('git', args, { cwd: room, encoding: 'utf8', input });
  if (status !== 0) throw new Error(stderr);
}

/** One commit in git's own format; on a branch that exists it follows the last one. */
function commit(branch: string, day: string, file: string, parents = ''): string {
  const seconds = Date.parse(`${day}T12:00:00Z`) / 1000;
  return [
    `commit refs/heads/${branch}`,
    `committer t <t@t.example> ${seconds} +0000`,
    'data 0',
    parents,
    `M 100644 inline ${file}\ndata ${day.length}\n${day}\n`,
  ].join('\n');
}

/** Two days of January, the first of them with a change of the realm. */
const begun = (branch: string) => [
  commit(branch, '2026-01-01', 'realm/a'),
  commit(branch, '2026-01-02', 'other'),
];
/** A branch with a change of early January, merged in March by a line that has rested since. */
const merged = [
  ...begun('merged'),
  commit('side', '2026-01-03', 'realm/b', 'from refs/heads/merged'),
  commit('merged', '2026-02-20', 'other'),
  commit('merged', '2026-03-01', 'realm/b', 'merge refs/heads/side'),
];
const histories = [
  ...begun('young'),
  ...begun('rested'),
  commit('rested', '2026-01-20', 'other'),
  ...begun('within'),
  commit('within', '2026-01-21', 'realm/b'),
  commit('within', '2026-02-03', 'other'),
  ...begun('after'),
  commit('after', '2026-01-21', 'realm/b'),
  commit('after', '2026-02-05', 'other'),
  ...merged,
];
git(['init', '-q', root]);
git(['-C', root, 'fast-import', '--quiet'], histories.join('\n'));

/** The changes of the last 14 days on this branch. */
function lately(branch: string): string[] | null {
  git(['-C', root, 'checkout', '-q', '-f', branch]);
  return changedLately(root, ['realm'], 14);
}

test('a change counts for so many days, and then no longer', () => {
  expect(lately('rested')).toEqual([]);
  expect(lately('within')).toEqual(['realm/b']);
  expect(lately('after')).toEqual([]);
});

test('an old commit counts from the day it is merged', () => {
  expect(lately('merged')).toEqual(['realm/b']);
});

test('what is not committed yet counts', () => {
  lately('rested');
  onTestFinished(() => rmSync(join(root, 'realm/new')));
  writeFileSync(join(root, 'realm/a'), 'changed');
  writeFileSync(join(root, 'realm/new'), '');
  expect(changedLately(root, ['realm'], 14)).toEqual(['realm/a', 'realm/new']);
});

test('a history that is too short says nothing, and no history neither', () => {
  expect(lately('young')).toBeNull();
  git(['clone', '-q', '--depth=1', '--branch=rested', `file://${root}`, join(room, 'shallow')]);
  expect(changedLately(join(room, 'shallow'), ['realm'], 14)).toBeNull();
  mkdirSync(join(room, 'none'));
  expect(changedLately(join(room, 'none'), ['realm'], 14)).toBeNull();
});
