import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { changedParts, changelogBetween, parts } from '#ops/release/changes.ts';
import { runRelease } from '#ops/release/run.ts';

const folder = mkdtempSync(join(tmpdir(), 'vigia-release-'));
const git = (...words: string[]) =>
  execFileSync('git', ['-C', folder, '-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words]);

function write(file: string, text: string): void {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}

function tag(name: string): void {
  git('add', '-A');
  git('commit', '-qm', name);
  git('tag', name);
}

beforeAll(() => {
  git('init', '-q');
  write('CHANGELOG.md', '# Novidades\n\n## v1.0.0\n\n- começo\n');
  write('functions/app.ts', '1');
  tag('v1.0.0');
  write('CHANGELOG.md', '# Novidades\n\n## v1.1.0\n\n- dormir\n\n## v1.0.0\n\n- começo\n');
  write('functions/migrations/0002_sleep.sql', '');
  write('deploy/tenant-chart/values.yaml', '');
  write('docs/alerts.md', '');
  tag('v1.1.0');
  write('docs/alerts.md', 'mais');
  tag('v1.1.1');
});
afterAll(() => rmSync(folder, { recursive: true }));

test('says what changed and the steps to it, in order, and nothing of what did not', () => {
  const text = runRelease(['v1.0.0', 'v1.1.0'], folder);
  expect(text.match(/^\d\. .*$/gm)).toEqual([
    '1. Banco (functions/migrations/0002_sleep.sql)',
    '2. Site e API (functions/migrations/0002_sleep.sql)',
    '3. Ambientes dos clientes (deploy/tenant-chart/values.yaml)',
  ]);
  expect(text).toContain('npm run ops -- versao v1.1.0 --por-vez 20');
  expect(text).toContain('- dormir');
  expect(text).not.toContain('- começo');
});

test('without a second tag it is what is checked out', () => {
  expect(runRelease(['v1.0.0'], folder)).toContain('De v1.0.0 a v1.1.1.');
});

test('documents alone ask nothing', () => {
  expect(runRelease(['v1.1.0', 'v1.1.1'], folder)).toBe('De v1.1.0 a v1.1.1 nada do que roda mudou.');
});

test('a tag that the clone does not have is said', () => {
  expect(() => runRelease(['v9'], folder)).toThrow('Não há v9 aqui. "git fetch --tags" traz as tags novas.');
  expect(() => runRelease([], folder)).toThrow('Diga a tag que está no ar');
});

test('several versions are all told', () => {
  const log = '# N\n\n## v3 (maio)\n\n- c\n\n## v2\n\n- b\n\n## v1\n\n- a\n';
  expect(changelogBetween(log, 'v1', 'v3')).toBe('## v3 (maio)\n\n- c\n\n## v2\n\n- b');
  expect(changelogBetween(log, 'v0', 'v2')).toBe('## v2\n\n- b\n\n## v1\n\n- a');
});

test('every part is there', () => {
  for (const path of parts.flatMap(({ paths }) => paths))
    expect([path, existsSync(join(projectRoot, path))]).toEqual([path, true]);
  expect(changedParts(['functionsx/a', 'deploy/keycloak/realm.json']).map(({ part }) => part.title)).toEqual([
    'Realm do Keycloak',
  ]);
});
