/** The operators' page on personal data matches the privacy page and the retention job. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import retentionJson from '#content/legal/retention.json' with { type: 'json' };
import { privacyTable, withPrivacyTable } from '#dev/privacy-table.ts';
import { createRetention, hasToStay } from '#domain/privacy/retention.ts';

const document = readFileSync(join(import.meta.dirname, '../../docs/privacy.md'), 'utf8');
const { entries } = createRetention(retentionJson);

test('docs/privacy.md is up to date with "npm run write:privacy"', () => {
  expect(withPrivacyTable(document, retentionJson)).toBe(document);
});

test('every kind of data has its row with the current period', () => {
  for (const { title } of entries) expect(document).toContain(`**${title}**`);
  const changed = structuredClone(retentionJson) as { id: string; keep: { amount?: number } }[];
  for (const entry of changed) if (entry.id === 'messages') entry.keep.amount = 91;
  expect(privacyTable(changed)).not.toBe(privacyTable(retentionJson));
});

test('contract proofs and data required by law are kept, the rest deleted', () => {
  const staying = entries.filter(hasToStay).map(({ id }) => id);
  expect(staying).toEqual([
    'orders',
    'payment',
    'purchase-marks',
    'debts',
    'fiscal',
    'access-logs',
    'sign-in-history',
    'support',
  ]);
});

test('a document without its marks is not overwritten', () => {
  expect(() => withPrivacyTable('# Outro texto', retentionJson)).toThrow('perdeu as marcas');
});
