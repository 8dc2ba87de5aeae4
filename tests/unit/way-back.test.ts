/** What a publication says about its way back. */
import { expect, test } from 'vitest';
import { bookmarkIn, versionIn, wayBack } from '#dev/way-back.ts';

test('the version with the most traffic is the one before', () => {
  const status = JSON.stringify({
    id: 'd-1',
    versions: [
      { version_id: 'v-new', percentage: 10 },
      { version_id: 'v-old', percentage: 90 },
    ],
  });
  expect(versionIn(`⛅️ wrangler\n${status}\n`)).toBe('v-old');
});

test.each(['', 'This Worker does not exist.', '{"versions":[]}', '{"other":1}', '{'])(
  'an answer without a version is none (%s)',
  (output) => expect(versionIn(output)).toBeNull(),
);

test('the moment of the database is its bookmark', () => {
  expect(bookmarkIn('{"uuid":"x","bookmark":"0000-1"}')).toBe('0000-1');
  expect(bookmarkIn('no such database')).toBeNull();
});

test('both ways back are whole commands', () => {
  const lines = wayBack('production', { versionId: 'v-old', bookmark: '0000-1' }).join('\n');
  expect(lines).toContain('npx wrangler rollback v-old --env production');
  expect(lines).toContain('--bookmark=0000-1');
  expect(wayBack('preview', { versionId: null, bookmark: null }).join('\n')).toContain(
    'não há versão anterior',
  );
});
