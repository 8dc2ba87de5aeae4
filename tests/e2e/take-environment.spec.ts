/** The environment's files: from the account page to a kuma.db on disk, by keyboard. */
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

test('the owner takes the environment along, as kuma.db and as JSON', async ({ page, person, customer }) => {
  const subdominio = await customer.paid();
  await openAs(page, person, '/conta');
  await page.getByRole('link', { name: 'Levar tudo' }).press('Enter');
  await expect(page).toHaveURL(/\/conta\/dados$/);
  const take = async (name: string) => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name }).press('Enter');
    const file = await download;
    await expect(page.getByText(message('own-data.environment-saved'))).toBeVisible();
    return { name: file.suggestedFilename(), path: await file.path() };
  };
  await expect(page.getByRole('checkbox', { name: /Histórico/ })).toBeChecked();
  const database = await take('Baixar o kuma.db');
  expect(database.name).toBe('kuma.db');
  using kuma = new DatabaseSync(database.path, { readOnly: true });
  expect(kuma.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });

  await page.getByRole('radio', { name: /Para um Uptime Kuma seu/ }).press('ArrowRight');
  await page.getByRole('checkbox', { name: /Senhas, tokens/ }).press('Space');
  const json = await take('Baixar o JSON');
  expect(json.name).toMatch(new RegExp(`^${subdominio}-\\d{4}-\\d\\d-\\d\\d\\.json$`));
  expect(JSON.parse(readFileSync(json.path, 'utf8'))).toMatchObject({ version: '2.5.3', monitorList: [] });
});
