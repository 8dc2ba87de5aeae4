/** Whoever meets a failure finds it in docs/runbooks.md, in the customer's own words, with commands that exist. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { commands } from '#ops/commands.ts';
import { besides } from '#ops/run.ts';

const docs = join(import.meta.dirname, '../../docs');
const text = readFileSync(join(docs, 'runbooks.md'), 'utf8');
const sections = text.split(/^### /m).slice(1);
const sectionOf = (code: string): string =>
  sections.find((section) => section.startsWith(`\`${code}\`\n`)) ?? '';

test.each(errorCodes)('%s: what the customer sees, how to see it, cause, what to do', (code) => {
  const section = sectionOf(code);
  expect(section).toContain(`- **O cliente vê:** ${message(`error.${code}`)}\n`);
  for (const part of ['Como ver', 'Causa', 'O que fazer'])
    expect(section).toMatch(new RegExp(`^- \\*\\*${part}:\\*\\* \\S.{15,}$`, 'm'));
});

test('no section is about a code that does not exist', () => {
  const told = sections.flatMap((section) => /^`([a-z-]+)`\n/.exec(section)?.[1] ?? []);
  expect(told.filter((code) => !errorCodes.some((known) => known === code))).toEqual([]);
});

test.each(['runbooks.md', 'operating.md', 'privacy.md'])('every operator’s command in %s exists', (file) => {
  const named = [...readFileSync(join(docs, file), 'utf8').matchAll(/npm run ops -- (\w+)/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(0);
  expect(named.filter((name) => !(String(name) in { ...commands, ...besides }))).toEqual([]);
});

test('operating.md names every operator’s command', () => {
  const operating = readFileSync(join(docs, 'operating.md'), 'utf8');
  for (const name of Object.keys({ ...commands, ...besides }))
    expect(operating).toContain(`npm run ops -- ${name}`);
});

test('no command puts a secret or reads a database without saying of which environment', () => {
  const typed = readdirSync(docs, { encoding: 'utf8', recursive: true })
    .filter((file) => file.endsWith('.md'))
    .flatMap((file) => readFileSync(join(docs, file), 'utf8').match(/wrangler (?:secret|d1) [^`\n]+/g) ?? [])
    // A database is made for the account; decisions/037 names `d1 execute` as what is not done.
    .filter((command) => !/^wrangler d1 (?:create vigia|execute)$/.test(command));
  expect(typed.length).toBeGreaterThan(10);
  // Without it wrangler means the Worker of no environment, and makes it where there is none.
  expect(typed.filter((command) => !command.includes(' --env '))).toEqual([]);
});
