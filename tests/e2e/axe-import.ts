/** States of the import page for the accessibility runs: each source, the preview, and an import in the middle. */
import { expect, type Page } from '@playwright/test';
import { IMPORT_PAGE } from '#account/account-pages.ts';
import { type ImportCapacity, importEndpoint } from '#domain/api-schemas/import.ts';
import { type Caller, peopleEndpoint } from '#domain/api-schemas/invitations.ts';
import { message } from '#domain/messages.ts';
import type { View } from './axe-views.ts';

const room: ImportCapacity = {
  ...{ plan: 'free', limits: { monitors: 5, heartbeatSeconds: 600 }, running: 4, total: 4 },
  present: [],
};
const answers = {
  [peopleEndpoint]: { role: 'owner' } satisfies Caller,
  [`${importEndpoint}?origem=csv`]: room,
  [`${importEndpoint}?origem=uptime-kuma`]: room,
};
const site = (id: number, url: string) => ({
  id,
  name: `Loja de número ${id}`,
  type: 'http',
  url,
  active: true,
});
const backup = {
  version: '1.23.16',
  notificationList: [{ id: 1, name: 'Equipe', config: '{"type":"telegram"}' }],
  monitorList: [...[1, 2, 3].map((id) => site(id, `https://loja${id}.com.br`)), site(4, 'http://10.0.0.1')],
};

async function readBackup(page: Page): Promise<void> {
  const buffer = Buffer.from(JSON.stringify(backup));
  await page
    .getByLabel('Arquivo', { exact: true })
    .setInputFiles({ name: 'a.json', mimeType: 'a/b', buffer });
  await page.getByRole('button', { name: 'Ver o que vem' }).click();
  await expect(page.getByText(message('import.ip'))).toBeVisible();
}

export const importViews: readonly View[] = [
  {
    name: 'sources of monitors',
    path: IMPORT_PAGE,
    answers,
    async reach(page) {
      await page.getByRole('button', { name: 'Ver o que vem' }).click();
      await expect(page.getByText(message('import.choose'))).toBeVisible();
    },
  },
  {
    name: 'a key of another service',
    path: IMPORT_PAGE,
    answers,
    async reach(page) {
      await page.getByRole('radio', { name: /^UptimeRobot/ }).check();
      await expect(page.getByLabel('Chave de leitura', { exact: true })).toBeVisible();
    },
  },
  { name: 'a preview of monitors', path: IMPORT_PAGE, answers, reach: readBackup },
  {
    name: 'an import that stopped',
    path: IMPORT_PAGE,
    answers: { ...answers, [importEndpoint]: { items: [] } },
    async reach(page) {
      await readBackup(page);
      await page.getByRole('button', { name: 'Trazer 3 itens' }).click();
      await expect(page.getByRole('button', { name: 'Continuar' })).toBeVisible();
    },
  },
];
