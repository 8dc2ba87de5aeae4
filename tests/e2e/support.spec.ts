/** Support: both tabs, the form with its errors, and a message that arrives. */
import type { Page } from '@playwright/test';
import { message } from '#domain/messages.ts';
import { expectSound } from '#tests/support/axe.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { stateOf } from '#tests/support/stand-in-controls.ts';

test('a visitor writes to support, is thanked, and the team gets it', async ({ page, stack }) => {
  const { email } = newPerson();
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Suporte' }).click();
  await expect(page.getByRole('tab', { name: 'Contato' })).toHaveAttribute('aria-selected', 'true');
  await page.getByLabel('Nome').fill('Pessoa de Teste');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Assunto').fill('Dúvida');
  await page.getByLabel('Mensagem').fill('Como troco o plano?');
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByText('Mensagem enviada com sucesso!')).toBeVisible();
  await expect(page.getByLabel('Mensagem')).toHaveValue('');
  await stack.tick();
  await expect
    .poll(async () => JSON.stringify(await stateOf(stack, 'mail')), { intervals: [500] })
    .toContain('[Suporte] Dúvida');
});

test('the tabs work by keyboard and have links', async ({ page }) => {
  await page.goto('/suporte#faq');
  await expect(page.getByRole('tab', { name: 'FAQ' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Perguntas frequentes' })).toBeVisible();
  await expect(page.getByLabel('Mensagem')).toBeHidden();
  await page.getByRole('tab', { name: 'FAQ' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Contato' })).toBeFocused();
  await expect(page.getByLabel('Mensagem')).toBeVisible();
});

test('the live chat is announced as not available, with WhatsApp instead', async ({ page }) => {
  await page.goto('/suporte');
  await page.getByRole('button', { name: 'Chat ao vivo' }).click();
  await expect(page.getByText(message('support.chat-soon'))).toBeVisible();
  const whatsapp = page.getByRole('link', { name: 'Conversar pelo WhatsApp' });
  await expect(whatsapp).toHaveAttribute('href', /^https:\/\/wa\.me\/\d+$/);
  await expectSound(page);
});

const found = (page: Page) => page.locator('#faq details:visible summary');

test('the search finds words without accents and plurals, and counts them', async ({ page }) => {
  await page.goto('/suporte#faq');
  const all = await found(page).count();
  await page.getByRole('searchbox', { name: message('faq.search') }).fill('cobrancas recusadas');
  await expect(found(page).first()).toHaveText('E se uma cobrança for recusada?');
  expect(await found(page).count()).toBeLessThan(all);
  const count = await found(page).count();
  await expect(page.locator('#faq').getByRole('status')).toHaveText(
    message(count === 1 ? 'faq.found-one' : 'faq.found', { count }),
  );
  await expect(page.getByRole('radio', { name: /^Todos/ })).toHaveAccessibleName(
    new RegExp(`^Todos\\s*${count}\\s`),
  );
  const empty = page.getByRole('radio', { name: /^Migração/ });
  await expect(empty).toHaveAccessibleName(/0 perguntas/);
  await expect(empty).toBeDisabled();
  await expect(page).toHaveURL(/\?q=cobrancas\+recusadas#faq$/);
  await expectSound(page);

  await page.reload();
  await expect(found(page)).toHaveCount(count);
  for (const typed of ['preço mudar', 'cobrança recusada']) {
    await page.getByRole('searchbox').fill(typed);
    // The address changes after the results, so wait for it before counting.
    await expect(page).toHaveURL((url) => url.searchParams.get('q') === typed);
    const number = await found(page).count();
    await expect(page.getByRole('radio', { name: /^Todos/ })).toBeChecked();
    await page.locator('#faq label:has(:enabled)').last().click();
    expect(await found(page).count()).toBeGreaterThan(0);
    await page.locator('#faq label').filter({ hasText: 'Todos' }).click();
    await expect(found(page)).toHaveCount(number);
  }
  // The best answer comes first, whatever is written before it.
  await page.getByRole('searchbox').fill('cobranca');
  await expect(found(page).first()).toHaveText('E se uma cobrança for recusada?');
  await page.keyboard.press('Escape');
  await expect(found(page)).toHaveCount(all);
  await expect(page).toHaveURL(/\/suporte#faq$/);

  await page.getByRole('searchbox').fill('xilofone');
  await page.getByRole('button', { name: message('faq.show-all') }).click();
  await expect(found(page)).toHaveCount(all);
});

test('a question without an answer is carried over to the form, and sent', async ({ page }) => {
  await page.goto('/suporte');
  await page.getByLabel('Nome').fill('Pessoa de Teste');
  await page.getByRole('tab', { name: 'FAQ' }).click();
  await page.getByRole('searchbox').fill('xilofone quebrado');
  await expect(page.getByText(message('faq.none', { typed: 'xilofone quebrado' }))).toBeVisible();
  await expect(page.getByText(message('faq.ask-hint'))).toBeVisible();
  await expect(page.getByRole('link', { name: message('faq.search-docs') })).toHaveAttribute(
    'href',
    '/docs#busca',
  );
  await page.getByRole('link', { name: message('faq.ask') }).click();
  await expect(page.getByRole('tab', { name: 'Contato' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByLabel('Mensagem')).toHaveValue('xilofone quebrado');
  await expect(page.getByLabel('Assunto')).not.toHaveValue('');
  await expect(page.getByLabel('Nome')).toHaveValue('Pessoa de Teste');
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill(newPerson().email);
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByText('Mensagem enviada com sucesso!')).toBeVisible();
});

test('a link to a question opens it, and opening sets the link', async ({ page }) => {
  await page.goto('/suporte#pergunta-cancelamento');
  await expect(page.getByRole('tab', { name: 'FAQ' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByText('O cancelamento vale a partir do fim do período')).toBeInViewport();
  await page.getByText('Como mudo de plano?').click();
  await expect(page).toHaveURL(/#pergunta-trocar-de-plano$/);
});

test('without JavaScript every question is visible, without the search', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: stack.addresses.siteUrl });
  const page = await context.newPage();
  await page.goto('/suporte#faq');
  await expect(page.getByText('Posso cancelar quando quiser?')).toBeVisible();
  await page.getByText('Posso cancelar quando quiser?').click();
  await expect(page.getByText('O cancelamento vale a partir do fim do período')).toBeVisible();
  await expect(page.getByRole('searchbox')).toBeHidden();
  await context.close();
});
