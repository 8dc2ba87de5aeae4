/** Moving in: every source on the whole stack, with its preview, a break in the middle, and a second time. */
import { readFile } from 'node:fs/promises';
import { LOCAL_ROBOT_KEY } from '#dev/stand-ins/uptimerobot/monitors.ts';
import { message } from '#domain/messages.ts';
import { kumaFile } from '#tests/support/import/files.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

const file = (name: string, content: Uint8Array | string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(content),
});

test('a kuma.db comes with groups, tags and channels; a second time nothing changes', async ({
  page,
  person,
  customer,
}) => {
  await customer.free();
  await openAs(page, person, '/conta');
  await page.getByRole('link', { name: 'Importar' }).click();
  await expect(page.getByText(/Plano Gratuito: até 5 monitores/)).toBeVisible();
  const choose = async () => {
    await page
      .getByLabel('Arquivo', { exact: true })
      .setInputFiles(file('kuma.db', await kumaFile('uptime-kuma-2.5.3.db')));
    await page.getByRole('button', { name: 'Ver o que vem' }).click();
  };
  await choose();
  const preview = page.getByRole('region', { name: 'O que vai acontecer' });
  await expect(preview.getByText(message('import.ip'))).toBeVisible();
  await expect(preview.getByText(message('import.pages-left', { count: 1 }))).toBeVisible();
  // The fixture was copied as it lies in a running installation.
  await expect(preview.getByText(message('import.database-log'))).toBeVisible();
  await expect(preview.getByText('1 item vem pausado, como lá.')).toBeVisible();
  await preview.getByLabel(/Trazer também os canais de aviso \(4\)/).check();
  await expect(preview.getByText(message('import.channel-gone', { type: 'LineNotify' }))).toBeVisible();
  await preview.getByRole('button', { name: 'Trazer 33 itens' }).click();
  await expect(page.getByText(message('import.done', { made: 33, total: 33 }))).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar o resultado (CSV)' }).click();
  const csv = await readFile(await (await download).path(), 'utf8');
  expect(csv).toContain('Loja <script>alert(1)</script>;grupo;Criado;');
  expect(csv).toContain('Fila MQTT;monitor;Criado, pausado;');
  expect(csv).toContain('Pausado;monitor;Criado, pausado como lá;');

  await page.getByRole('button', { name: 'Trazer de outra origem' }).click();
  await choose();
  await expect(preview.getByText('Já estão aqui')).toBeVisible();
  await expect(preview.getByRole('button', { name: /^Trazer/ })).toHaveCount(0);
});

test('UptimeRobot comes by its key, and after a break in the middle the rest comes', async ({
  page,
  person,
  customer,
  watch,
}) => {
  await customer.paid();
  await openAs(page, person, '/conta/importar');
  await page.getByRole('radio', { name: /^UptimeRobot/ }).check();
  await page.getByLabel('Chave de leitura', { exact: true }).fill('ur1-uma-chave-errada');
  watch.allow(/422/);
  await page.getByRole('button', { name: 'Ver o que vem' }).click();
  await expect(page.getByText(message('import.robot-key'))).toBeVisible();
  await page.getByLabel('Chave de leitura', { exact: true }).fill(LOCAL_ROBOT_KEY);
  await page.getByRole('button', { name: 'Ver o que vem' }).click();
  await expect(page.getByText(message('import.type-robot', { type: 'UDP' }))).toBeVisible();
  await expect(page.getByText(message('import.contacts'))).toBeVisible();
  await expect(page.getByText(message('import.comparison', { comparison: 'is_null' }))).toBeVisible();
  await expect(page.getByText(message('import.missing', { what: 'porta' }))).toBeVisible();
  await expect(page.getByText('1 item vem pausado, como lá.')).toBeVisible();

  // The first try is lost on its way.
  watch.allow(/Failed to load resource|net::ERR_FAILED/);
  await page.route('**/api/conta/importar', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Trazer 10 itens' }).click();
  await expect(page.getByText(message('import.progress', { done: 0, total: 10 }))).toBeVisible();
  await page.getByRole('button', { name: 'Continuar' }).click();
  await expect(page.getByText(message('import.done', { made: 10, total: 10 }))).toBeVisible();
});

test('a spreadsheet comes by the template, after a file that says what is wrong', async ({
  page,
  person,
  customer,
}) => {
  await customer.free();
  await openAs(page, person, '/conta/importar');
  const read = async (name: string, content: Uint8Array | string) => {
    await page.getByLabel('Arquivo', { exact: true }).setInputFiles(file(name, content));
    await page.getByRole('button', { name: 'Ver o que vem' }).click();
  };
  // Every other bad file: tests/unit/import.
  const database = await kumaFile('uptime-kuma-2.5.3.db');
  await read('kuma.db', database.slice(0, 100_000));
  await expect(page.getByText(message('import.file-damaged'))).toBeVisible();
  await page.getByRole('radio', { name: /^Planilha/ }).check();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Baixar o modelo' }).click();
  await read('modelo.csv', await readFile(await (await download).path()));
  await page.getByRole('button', { name: 'Trazer 5 itens' }).click();
  await expect(page.getByText(message('import.done', { made: 5, total: 5 }))).toBeVisible();
});
