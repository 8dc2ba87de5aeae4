/** The table of messages and rules (tests/messages-table.ts) against the catalogue and against the tests it names. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { messages } from '#domain/messages.ts';
import {
  catalogue,
  onScreen,
  rules,
  type ScreenMessageId,
  type TestReference,
  unreachable,
} from '#tests/messages-table.ts';
import { readTests } from '#tests/support/test-sources.ts';

const root = join(import.meta.dirname, '..');
const known = new Map<string, ReadonlyMap<string, string>>();

/** Source of a named test; `undefined` when there is none of that title. */
function sourceOf({ file, test: title }: TestReference): string | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  if (!known.has(file)) known.set(file, readTests(path));
  return known.get(file)?.get(title);
}

/** By its id or letter by letter; of a sentence with a number in it, all that stands around the number. */
function names(source: string, id: ScreenMessageId): boolean {
  return source.includes(`'${id}'`) || messages[id].split(/\{\w+\}/).every((part) => source.includes(part));
}

const entries = Object.entries(onScreen) as [ScreenMessageId, TestReference][];

test('every sentence of the catalogue has an entry, and no entry is left over', () => {
  const wanted = Object.keys(messages).filter((id) => !id.startsWith('error.'));
  expect(entries.map(([id]) => id).sort()).toEqual(wanted.sort());
});

test.each(entries)('%s: its test exists and names it', (id, reference) => {
  const source = sourceOf(reference);
  expect(source, `tests/${reference.file} has no test “${reference.test}”`).toBeDefined();
  expect(names(source ?? '', id), `“${reference.test}” names neither '${id}' nor its sentence`).toBe(true);
});

test('only a sentence that no page can produce is proved away from one', () => {
  const away = entries.filter(([, { file }]) => !/^(islands|e2e)\//.test(file)).map(([id]) => id);
  expect(away.sort()).toEqual(Object.keys(unreachable).sort());
});

describe('the error catalogue of the requirements', () => {
  test.each(catalogue)('$situation: $says', ({ says, ids, test: own }) => {
    if (ids.length > 0) expect(ids.map((id) => messages[id]).join(': ')).toBe(says);
    else expect(sourceOf(own ?? { file: '', test: '' })).toContain(says);
  });
});

describe('the validation rules of the requirements', () => {
  test.each(rules)('$rule', ({ says, test: own }) => {
    expect(says.length > 0 || own !== undefined).toBe(true);
    if (own) expect(sourceOf(own), `tests/${own.file} has no test “${own.test}”`).toBeDefined();
  });

  test('each is listed once', () => {
    expect(new Set(rules.map(({ rule }) => rule)).size).toBe(rules.length);
  });
});

test('a table that names a test that is not there, or one about something else, would be found', () => {
  const file = 'islands/account-ending.test.tsx';
  expect(sourceOf({ file, test: 'no such test' })).toBeUndefined();
  expect(sourceOf({ file: 'islands/nowhere.test.tsx', test: 'x' })).toBeUndefined();
  const other = sourceOf({ file, test: 'signing out ends the session everywhere' }) ?? '';
  expect(other).not.toBe('');
  expect(names(other, 'support.sent')).toBe(false);
});
