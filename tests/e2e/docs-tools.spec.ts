/**
 * Each tool of the articles with wrong and right input, by keyboard where readers use it. The SLA calculator also has
 * its own page and is tested in sla-calculator.spec.ts.
 */
import type { Locator, Page } from '@playwright/test';
import { EXAMPLE_ENVIRONMENT, shownAddress } from '#domain/subdomain/tenant-url.ts';
import { expect, test } from '#tests/support/stack.ts';

const TOKEN = 'dQw4w9WgXcQ3b7Zk1mNpR8sT2vYxAaBb';

async function openTool(page: Page, path: string, name: string): Promise<Locator> {
  await page.goto(path);
  const tool = page.getByRole('region', { name, exact: true });
  await tool.scrollIntoViewIfNeeded();
  return tool;
}

test.describe('the cron reader, for a user in Manaus', () => {
  test.use({ timezoneId: 'America/Manaus' });

  test('reads an expression and lists the next five runs in local time', async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-21T13:00:00Z'));
    const tool = await openTool(page, '/docs/maintenance/strategies', 'Leitor de expressões cron');
    const expression = tool.getByLabel('Expressão');
    const dates = tool.getByRole('listitem').locator('time');

    await expression.fill('0 25 * * 1');
    await expect(expression).toHaveAccessibleDescription(/Parte hora: 25 não vale/);
    await expect(expression).toHaveAttribute('aria-invalid', 'true');
    await expect(dates).toHaveCount(0);
    await expression.fill('0 2 * *');
    await expect(expression).toHaveAccessibleDescription(/cinco partes/);

    await expression.fill('0 2 * * 1');
    await expect(tool.getByText('Toda segunda-feira, às 2h.')).toBeVisible();
    await expect(tool.getByText('no seu fuso, Manaus (UTC−4)')).toBeVisible();
    await expect(dates).toHaveText([
      /^segunda-feira, 23 de novembro de 2026 às 02:00$/,
      /^segunda-feira, 30 de novembro de 2026 às 02:00$/,
      /^segunda-feira, 7 de dezembro de 2026 às 02:00$/,
      /^segunda-feira, 14 de dezembro de 2026 às 02:00$/,
      /^segunda-feira, 21 de dezembro de 2026 às 02:00$/,
    ]);
    // A window in Brasília time is an hour earlier in Manaus.
    await tool.getByLabel('Fuso horário da janela').selectOption({ label: 'Brasília (UTC−3)' });
    await expect(dates.first()).toHaveText(/23 de novembro de 2026 às 01:00$/);

    await tool.getByRole('button', { name: '30 1 */2 * *' }).press('Enter');
    await expect(tool.getByText(/^Dia sim, dia não/)).toBeVisible();
    await expression.fill('*/15 * * * *');
    await expect(tool.getByText(/15 minutos de distância/)).toBeVisible();
    await expression.fill('0 0 31 2 *');
    await expect(tool.getByText(/nunca começaria/)).toBeVisible();
  });
});

test('the push builder parses an address and writes the command', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const tool = await openTool(page, '/docs/custom-checks', 'Endereço de push e comando');
  const host = tool.getByLabel('Endereço do painel ou Push URL inteira');
  const ping = tool.getByLabel(/^Tempo em milissegundos/);

  await host.fill('meu painel');
  await expect(host).toHaveAccessibleDescription(/Escreva o endereço do seu painel/);
  await ping.fill('rápido');
  await expect(ping).toHaveAccessibleDescription(/milissegundos como número/);
  await tool.getByLabel('Token').fill('abc');
  await expect(tool.getByText(/este tem 3/)).toBeVisible();

  await host.fill(`https://acme.exemplo.com.br/api/push/${TOKEN}?status=up&msg=OK&ping=`);
  await expect(host).toHaveValue('https://acme.exemplo.com.br');
  await expect(tool.getByLabel('Token')).toHaveValue(TOKEN);
  await ping.fill('42');
  await tool.getByLabel('Estado (status)').selectOption('down');
  await tool.getByLabel('Mensagem (msg)').fill('Backup não feito');
  const url = `https://acme.exemplo.com.br/api/push/${TOKEN}?status=down&msg=Backup%20n%C3%A3o%20feito&ping=42`;
  await tool.getByRole('button', { name: 'Copiar' }).first().click();
  await expect(tool.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);

  await expect(tool.getByLabel('Comando em').getByRole('option')).toHaveCount(10);
  await page.getByRole('tab', { name: 'Ruby' }).click();
  await expect(tool.getByLabel('Comando em', { exact: true })).toHaveValue('Ruby');
  await expect(tool.getByRole('group', { name: 'Comando em Ruby' })).toContainText(url);
  await tool.getByLabel('Comando em', { exact: true }).selectOption('Python');
  await expect(page.getByRole('tab', { name: 'Python', selected: true })).toHaveCount(2);
});

test('examples show the environment that the browser knows, in text, code and tools', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const own = 'https://padaria.vigia.example';
  await page.addInitScript((address) => localStorage.setItem('environment', address), own);
  const tool = await openTool(page, '/docs/custom-checks', 'Endereço de push e comando');
  await expect(tool.getByLabel('Endereço do painel ou Push URL inteira')).toHaveValue(own);
  await tool.getByLabel('Token').fill(TOKEN);
  await expect(tool).toContainText(`${own}/api/push/${TOKEN}`);
  await page.getByText('Chame uma vez, à mão', { exact: true }).click();
  await expect(page.getByText(`Os exemplos mostram o endereço do seu painel, ${own}.`)).toBeVisible();
  const command = page.locator('[data-code]').filter({ hasText: 'msg=teste&ping=42' });
  await command.getByRole('button', { name: 'Copiar' }).click();
  // The first press loads the code that copies.
  await expect(command.getByRole('button', { name: 'Copiado!' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`"${own}/api/push/SEU_TOKEN`);
  expect(await page.getByRole('article').innerText()).not.toContain(shownAddress(EXAMPLE_ENVIRONMENT));
});

test('the webhook preview fills in a template and explains mistakes', async ({ page }) => {
  const tool = await openTool(page, '/docs/notifications/webhook', 'Prévia do corpo do webhook');
  const body = tool.getByRole('group', { name: 'Corpo enviado' });
  const sent = async () => JSON.parse((await body.textContent()) ?? '');

  await tool.getByLabel('Nome do monitor').fill('Loja "Aurora"');
  await expect(body).toContainText('Aurora');
  expect((await sent()).msg).toBe('[Loja "Aurora"] [🔴 Down] Request failed with status code 503');
  await tool.getByLabel('Situação').selectOption({ label: 'Botão Testar' });
  await expect(body).toContainText('"heartbeat": null');
  await tool.getByLabel('Situação').selectOption({ label: 'O serviço voltou' });
  await tool.getByLabel('Corpo da Solicitação').selectOption({ label: 'Corpo da plataforma' });
  await expect(body).toContainText('monitor.up');

  await tool.getByLabel('Corpo da Solicitação').selectOption({ label: 'Corpo Customizado' });
  await expect(tool.getByText('JSON válido.')).toBeVisible();
  const event = await sent();
  expect(event).toMatchObject({ event: 'monitor.up', monitor: { name: 'Loja "Aurora"' }, downtime: 360 });

  const template = tool.getByLabel('Modelo');
  await template.fill('{{ name');
  await expect(template).toHaveAccessibleDescription(/Falta fechar com }}/);
  await expect(body).toBeHidden();
  await template.fill('{ "nome": "{{ nome }}", "em": "{{ datetime }}", }');
  await expect(tool.getByText(/nome não é uma variável/)).toBeVisible();
  await expect(tool.getByText(/datetime só existe nos modelos da plataforma/)).toBeVisible();
  await expect(tool.getByText(/não é um JSON válido/)).toBeVisible();
});

test('a pasted error message is found, open, also in a fold of many', async ({ page }) => {
  await page.goto('/docs/check-messages');
  const field = page.getByLabel('Cole a mensagem, ou um pedaço dela');
  const status = page.locator('.message-search').getByRole('status');
  await field.fill(
    "Hostname/IP does not match certificate's altnames: Host: x. is not in the cert's altnames",
  );
  await expect(status).toHaveText(/^1 de \d+ mensagens$/);
  await expect(page.getByText('Inclua no certificado o nome que está na URL')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'connect ECONNREFUSED' })).toBeHidden();

  await field.fill('Timeout, Message not received');
  await expect(page.getByText('MQTT: conectou, e nenhuma mensagem chegou no tópico.')).toBeVisible();
  await field.fill('abracadabra');
  await expect(status).toHaveText(/^Nenhuma mensagem assim/);
  await field.fill('');
  await expect(page.getByRole('heading', { name: 'connect ECONNREFUSED' })).toBeVisible();

  await page.goto('/docs/check-messages#access-reject');
  await expect(page.getByText('Access-Reject')).toBeInViewport();
});

test.describe('a tool whose code fails', () => {
  test.use({ serviceWorkers: 'block' });
  test.beforeEach(({ watch }) => watch.allow(/ERR_FAILED|Service Worker registration blocked/));

  test('can be loaded again', async ({ page }) => {
    await page.route(/\/condition-builder\.[^/]+\.js/, (route) => route.abort(), { times: 1 });
    const tool = await openTool(page, '/docs/advanced-monitoring', 'Montador de condições');
    await tool.getByRole('button', { name: 'Carregar de novo' }).click();
    await expect(tool.getByText('Verdadeira: o monitor fica Ligado.')).toBeVisible();
  });

  test('leaves a sentence instead of an empty place', async ({ page }) => {
    await page.route(/\/_astro\/tool\.[^/]+\.js/, (route) => route.abort());
    const tool = await openTool(page, '/docs/advanced-monitoring', 'Montador de condições');
    await expect(tool).toContainText('A ferramenta não carregou.');
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  for (const [path, name, answer] of [
    ['/docs/advanced-monitoring', 'Montador de condições', 'Verdadeira: o monitor fica Ligado.'],
    ['/docs/alert-setup', 'Prévia da mensagem', 'Fora do ar: Site institucional'],
  ] as const)
    test(`the answer is in sight while the form is filled in: ${name}`, async ({ page }) => {
      const tool = await openTool(page, path, name);
      await tool.evaluate((element) => element.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await expect(tool.getByRole('combobox').first()).toBeInViewport();
      await expect(tool.getByText(answer).last()).toBeInViewport();

      // Nor does it lie over the field that has the focus.
      for (const field of await tool.locator('input:visible, select:visible').all()) {
        await field.focus();
        const box = await field.boundingBox();
        const middle = {
          x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
          y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
        };
        expect(
          await field.evaluate((element, { x, y }) => element === document.elementFromPoint(x, y), middle),
        ).toBe(true);
      }
    });
});
