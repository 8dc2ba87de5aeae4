/** What the pages of the sign-up say before their islands do, in words that a shop owner knows. */
import { expect, test } from 'vitest';
import { readText, unexplainedWords } from '#tests/support/owner-words.ts';
import { builtPages } from './built-docs.ts';

test.each(['/checkout', '/provisionamento'])('%s', (path) => {
  const { body, title } = builtPages().get(path)?.document ?? {};
  if (body === undefined) throw new Error(`${path} was not built`);
  expect(unexplainedWords(`${title} ${readText(body)}`)).toEqual([]);
});
