import { expect, test } from 'vitest';
import { among, joined, raw, sql } from '#functions/platform/db.ts';

test('every value becomes a parameter, in the order of the text', () => {
  const open = sql`state IN ${among(['a', 'b'])} AND at < ${2}`;
  const query = sql`UPDATE ${raw('rows')} SET ${joined([sql`one = ${'x'}`, sql`two = ${null}`], ', ')} WHERE ${open} AND id = ${'1 OR TRUE'}`;
  expect(query.text).toBe(
    'UPDATE rows SET one = ?, two = ? WHERE state IN (SELECT value FROM json_each(?)) AND at < ? AND id = ?',
  );
  expect(query.values).toEqual(['x', null, '["a","b"]', 2, '1 OR TRUE']);
});
