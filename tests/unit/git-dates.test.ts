import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { fileFolder } from '#tests/support/folders.ts';
import { lastChanges } from '../../src/build/git-dates.ts';

const room = fileFolder();

function git(cwd: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(
    'git',
    ['-c', 'user.name=t', '-c', 'user.email=t@t.example', '-c', 'commit.gpgsign=false', ...args],
    { cwd, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}

function commit(root: string, files: readonly string[], date: string): void {
  for (const file of files) writeFileSync(join(root, file), date);
  git(root, 'add', '.');
  process.env['GIT_COMMITTER_DATE'] = date;
  git(root, 'commit', '-q', '-m', 'x', '--date', date);
  delete process.env['GIT_COMMITTER_DATE'];
}

const root = join(room, 'site');
mkdirSync(join(root, 'content/docs'), { recursive: true });
git(root, 'init', '-q');
commit(root, ['content/docs/início.mdx', 'content/docs/b.mdx'], '2026-01-02T10:00:00-03:00');
commit(root, ['content/docs/b.mdx', 'other.md'], '2026-03-04T10:00:00-03:00');

const changesIn = (folder: string) =>
  [...lastChanges(folder, 'content/docs')].map(([path, date]) => [path, date.toISOString()]).sort();

test('each file has the day of its newest commit, accented names included', () => {
  expect(changesIn(root)).toEqual([
    ['content/docs/b.mdx', '2026-03-04T13:00:00.000Z'],
    ['content/docs/início.mdx', '2026-01-02T13:00:00.000Z'],
  ]);
});

test('a file that is not committed has no day', () => {
  writeFileSync(join(root, 'content/docs/novo.mdx'), 'x');
  expect(changesIn(root).map(([path]) => path)).not.toContain('content/docs/novo.mdx');
});

test('a shallow clone gives only the changes it contains', () => {
  git(room, 'clone', '-q', '--depth=1', `file://${root}`, 'shallow');
  expect(changesIn(join(room, 'shallow'))).toEqual([]);
  commit(join(room, 'shallow'), ['content/docs/b.mdx'], '2026-05-06T10:00:00-03:00');
  expect(changesIn(join(room, 'shallow'))).toEqual([['content/docs/b.mdx', '2026-05-06T13:00:00.000Z']]);
});

test('a project inside another repository still finds its own files', () => {
  const inner = join(room, 'outer/inner');
  mkdirSync(join(inner, 'content/docs'), { recursive: true });
  git(join(room, 'outer'), 'init', '-q');
  commit(inner, ['content/docs/a.mdx'], '2026-07-08T10:00:00-03:00');
  expect(changesIn(inner)).toEqual([['content/docs/a.mdx', '2026-07-08T13:00:00.000Z']]);
});

test('without a repository or git, dates are missing without an error', () => {
  const bare = join(room, 'bare');
  mkdirSync(bare);
  expect(changesIn(bare)).toEqual([]);
  const path = process.env['PATH'];
  process.env['PATH'] = '';
  try {
    expect(changesIn(root)).toEqual([]);
  } finally {
    process.env['PATH'] = path;
  }
});
