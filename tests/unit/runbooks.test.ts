/** docs/runbooks.md covers every failure, in the customer's words, with commands that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { operatorNotices } from '#functions/platform/mail/operator-notice.ts';
import { commands } from '#ops/commands.ts';
import { besides } from '#ops/run.ts';

const docs = join(import.meta.dirname, '../../docs');
const text = readFileSync(join(docs, 'runbooks.md'), 'utf8');
const sections = text.split(/^### /m).slice(1);
const sectionOf = (code: string): string =>
  sections.find((section) => section.startsWith(`\`${code}\`\n`)) ?? '';

test.each(errorCodes)('%s: customer’s view, check, cause, action', (code) => {
  const section = sectionOf(code);
  expect(section).toContain(`- **O cliente vê:** ${message(`error.${code}`)}\n`);
  for (const part of ['Como ver', 'Causa', 'O que fazer'])
    expect(section).toMatch(new RegExp(`^- \\*\\*${part}:\\*\\* \\S.{15,}$`, 'm'));
});

test('no code has two sections', () => {
  const titles = sections.map((section) => section.split('\n')[0]);
  expect(titles.filter((title, index) => titles.indexOf(title) < index)).toEqual([]);
});

test('every section is about an existing code', () => {
  const covered = sections.flatMap((section) => /^`([a-z-]+)`\n/.exec(section)?.[1] ?? []);
  expect(covered.filter((code) => !errorCodes.some((known) => known === code))).toEqual([]);
});

test.each(['runbooks.md', 'operating.md', 'privacy.md', 'by-hand.md', 'versions.md', 'two-people.md'])(
  'every operator’s command in %s exists',
  (file) => {
    const named = [...readFileSync(join(docs, file), 'utf8').matchAll(/npm run ops -- ([\w-]+)/g)].map(
      ([, name]) => name,
    );
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter((name) => !(String(name) in { ...commands, ...besides }))).toEqual([]);
  },
);

test('operating.md names every operator’s command', () => {
  const operating = readFileSync(join(docs, 'operating.md'), 'utf8');
  for (const name of Object.keys({ ...commands, ...besides }))
    expect(operating).toContain(`npm run ops -- ${name}`);
});

test('environments.md names every notice to the team', () => {
  const environments = readFileSync(join(docs, 'environments.md'), 'utf8');
  const list = environments.split('- **Avisos para a equipe:**')[1]?.split('\n- **')[0] ?? '';
  expect(operatorNotices.filter((kind) => !list.includes(`\`${kind}\``))).toEqual([]);
});

test('every command about secrets or databases names its environment', () => {
  const typed = readdirSync(docs, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => readFileSync(join(docs, file), 'utf8').match(/wrangler (?:secret|d1) [^`\n]+/g) ?? [])
    // A database belongs to the account; decisions/037 names `d1 execute` as what not to do.
    .filter((command) => !/^wrangler d1 (?:create vigia|execute)$/.test(command));
  expect(typed.length).toBeGreaterThan(10);
  // Without it, wrangler creates or uses a Worker without an environment.
  expect(typed.filter((command) => !command.includes(' --env '))).toEqual([]);
});
