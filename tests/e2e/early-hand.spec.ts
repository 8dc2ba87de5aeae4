/**
 * What is pressed and typed before React has a part of the page is kept, once: with scripts held back, failing once, and
 * on a page that a translator has changed.
 */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages/support.ts';
import { failOnce, openEarly, REDRAWN, translatePage } from '#tests/support/early-page.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

test.use({ serviceWorkers: 'block' });
test.beforeEach(({ watch }) => watch.allow(/Service Worker registration blocked/));

/** What the page sends to an address, from now on. */
function sentTo(page: Page, path: string): readonly unknown[] {
  const sent: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === path)
      sent.push(request.postDataJSON());
  });
  return sent;
}

const draft = () => ({
  nome: 'Pessoa de Teste',
  email: newPerson().email,
  assunto: 'Dúvida',
  mensagem: 'Como troco o plano?',
});

async function write(
  page: Page,
  { nome, email, assunto, mensagem }: ReturnType<typeof draft>,
): Promise<void> {
  await page.getByLabel('Nome').fill(nome);
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Assunto').fill(assunto);
  await page.getByLabel('Mensagem').fill(mensagem);
}

const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar mensagem' });

for (const isTranslated of [false, true]) {
  const where = isTranslated ? 'on a translated page' : 'on the page as it came';

  test.describe(where, () => {
    async function open(page: Page, path: string): Promise<() => void> {
      const letThrough = await openEarly(page, path);
      if (isTranslated) await translatePage(page);
      return letThrough;
    }
    test.beforeEach(({ watch }) => isTranslated && watch.allow(REDRAWN));

    test('a message written and sent to support arrives, once', async ({ page }) => {
      const sent = sentTo(page, '/api/suporte');
      const letThrough = await open(page, '/suporte');
      const words = draft();
      await write(page, words);
      await sendButton(page).dblclick();
      await expect(sendButton(page)).toHaveAttribute('data-pending');
      letThrough();
      await expect(page.getByText(message('support.sent'))).toBeVisible();
      expect(sent).toEqual([words]);
      await expect(page.getByLabel('Mensagem')).toHaveValue('');
    });

    test('a sentence goes on while React takes the form over', async ({ page }) => {
      const letThrough = await open(page, '/suporte');
      await page.getByLabel('Mensagem').click();
      await page.keyboard.type('Como troco');
      letThrough();
      const taken = expect(page.locator('astro-island[ssr]:has(form)')).toHaveCount(0);
      await page.keyboard.type(' o plano de um ambiente que já tem trinta monitores?');
      await taken;
      await expect(page.getByLabel('Mensagem')).toBeFocused();
      await page.keyboard.type(' Obrigada.');
      await expect(page.getByLabel('Mensagem')).toHaveValue(
        'Como troco o plano de um ambiente que já tem trinta monitores? Obrigada.',
      );
      await sendButton(page).click();
      await expect(page.getByLabel('Nome')).toHaveAttribute('aria-invalid', 'true');
      await expect(page.getByLabel('Mensagem')).not.toHaveAttribute('aria-invalid');
    });

    test('the SLA calculator answers what was typed and chosen', async ({ page }) => {
      const letThrough = await open(page, '/ferramentas/sla');
      await page.getByLabel('Disponibilidade prometida').fill('99,99');
      await page.getByLabel('Tempo fora do ar', { exact: true }).fill('7');
      await page.getByLabel('Período').selectOption('day');
      letThrough();
      await expect(page.getByText('52 min 34 s')).toBeVisible();
      await expect(page.getByText(/^99,51/)).toBeVisible();
      await expect(page.getByLabel('Período')).toHaveValue('day');
      await page.getByLabel('Unidade').selectOption('seconds');
      await expect(page.getByText(/^99,991/)).toBeVisible();
    });

    test('a vote counts once', async ({ page }) => {
      const sent = sentTo(page, '/api/feedback');
      const letThrough = await open(page, '/docs/metrics');
      await page.getByRole('button', { name: 'Sim', exact: true }).click();
      letThrough();
      await expect(page.getByText('Obrigado pela resposta.')).toBeVisible();
      expect(sent).toMatchObject([{ page: '/docs/metrics', isHelpful: true }]);
    });

    test('an article is copied as Markdown', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const letThrough = await open(page, '/docs/metrics');
      const copy = page.getByRole('button', { name: 'Copiar como Markdown' });
      await copy.focus();
      await page.keyboard.press('Enter');
      await expect(copy).toHaveAttribute('data-pending');
      letThrough();
      await expect(page.getByRole('button', { name: 'Copiado!' })).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^# Guia de métricas/);
    });

    test('a tool takes its place', async ({ page }) => {
      const letThrough = await open(page, '/docs/advanced-monitoring');
      const tool = page.getByRole('region', { name: 'Montador de condições' });
      await tool.scrollIntoViewIfNeeded();
      letThrough();
      await expect(tool.getByText('Verdadeira: o monitor fica Ligado.')).toBeVisible();
    });
  });
}

test.describe('with scripts that fail', () => {
  test.beforeEach(({ watch }) => watch.allow(/ERR_FAILED/));

  test('once, a message to support arrives all the same', async ({ page }) => {
    const sent = sentTo(page, '/api/suporte');
    const letThrough = await openEarly(page, '/suporte');
    await failOnce(page, /\/support-form\.[^/]+\.js$/);
    const words = draft();
    await write(page, words);
    await sendButton(page).click();
    letThrough();
    await expect(page.getByText(message('support.sent'))).toBeVisible();
    expect(sent).toEqual([words]);
  });

  test('once, a tool can be loaded again', async ({ page }) => {
    await failOnce(page, /\/condition-builder\.[^/]+\.js$/);
    await page.goto('/docs/advanced-monitoring');
    const tool = page.getByRole('region', { name: 'Montador de condições' });
    await tool.scrollIntoViewIfNeeded();
    await tool.getByRole('button', { name: 'Carregar de novo' }).click();
    await expect(tool.getByText('Verdadeira: o monitor fica Ligado.')).toBeVisible();
  });

  test('always, a tool leaves a sentence instead of an empty place', async ({ page }) => {
    await page.route(/\/_astro\/tool\.[^/]+\.js/, (route) => route.abort());
    await page.goto('/docs/advanced-monitoring');
    const tool = page.getByRole('region', { name: 'Montador de condições' });
    await tool.scrollIntoViewIfNeeded();
    await expect(tool).toContainText('A ferramenta não carregou.');
  });
});
