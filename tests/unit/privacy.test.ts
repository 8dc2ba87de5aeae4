/** What operators are told about personal data is what the pages promise and the job does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { privacyTable, withPrivacyTable } from '#dev/privacy-table.ts';
import { createRetention, hasToStay } from '#domain/retention/retention.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
const { entries } = createRetention(retentionJson);

test('docs/privacy.md is what "npm run write:privacy" writes', () => {
  expect(withPrivacyTable(document, retentionJson)).toBe(document);
});

test('every kind of data has its row, and a changed period changes it', () => {
  for (const { title } of entries) expect(document).toContain(`**${title}**`);
  const changed = structuredClone(retentionJson) as { id: string; keep: { amount?: number } }[];
  for (const entry of changed) if (entry.id === 'messages') entry.keep.amount = 91;
  expect(privacyTable(changed)).not.toBe(privacyTable(retentionJson));
});

test('what proves a contract or is demanded by law stays when its person asks; the rest goes', () => {
  const staying = entries.filter(hasToStay).map(({ id }) => id);
  expect(staying).toEqual([
    ...['orders', 'payment', 'purchase-marks', 'debts', 'fiscal', 'access-logs', 'sign-in-history'],
    'support',
  ]);
});

test('a document without its marks is not overwritten', () => {
  expect(() => withPrivacyTable('# Outro texto', retentionJson)).toThrow('perdeu as marcas');
});
