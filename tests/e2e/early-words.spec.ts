/**
 * Words typed into an island before React is there are kept, and the press that sends them sends them once
 * (src/form/use-typed-before.ts). Presses alone: early-press.spec.ts.
 */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages/support.ts';
import { openEarly, REDRAWN, translatePage } from '#tests/support/early-page.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

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
  });
}

test('a message to support arrives although the first script asked for fails', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  const sent = sentTo(page, '/api/suporte');
  const letThrough = await openEarly(page, '/suporte');
  await page.route(/\/support-form\.[^/]+\.js/, (route) => route.abort(), { times: 1 });
  const words = draft();
  await write(page, words);
  await sendButton(page).click();
  letThrough();
  await expect(page.getByText(message('support.sent'))).toBeVisible();
  expect(sent).toEqual([words]);
});
