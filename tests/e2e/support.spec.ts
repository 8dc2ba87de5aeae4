/** Support: both tabs, the form with its messages, and a message that arrives. */
import AxeBuilder from '@axe-core/playwright';
import { apiRoutes } from '#domain/contracts/routes.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { stateOf } from '#tests/support/stand-in-levers.ts';

test('a visitor writes to support, is thanked, and the message reaches the team', async ({ page, stack }) => {
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

test('empty fields are named, and the first takes focus', async ({ page }) => {
  await page.goto('/suporte');
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByText('Campos obrigatórios')).toBeVisible();
  await expect(page.getByLabel('Nome')).toBeFocused();
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});

test('a lost connection keeps what was typed', async ({ page, watch }) => {
  watch.allow(/suporte/);
  await page.goto('/suporte');
  await page.getByLabel('Nome').fill('Pessoa de Teste');
  await page.getByLabel('E-mail').fill('pessoa@teste.example');
  await page.getByLabel('Assunto').fill('Dúvida');
  await page.getByLabel('Mensagem').fill('Texto longo que não pode se perder.');
  await page.route(`**${apiRoutes.support}`, (route) => route.abort('connectionreset'));
  await page.getByRole('button', { name: 'Enviar mensagem' }).click();
  await expect(page.getByText('Erro ao enviar mensagem')).toBeVisible();
  await expect(page.getByText('Não foi possível conectar ao servidor.')).toBeVisible();
  await expect(page.getByLabel('Mensagem')).toHaveValue('Texto longo que não pode se perder.');
});

test('the tabs work by keyboard and can be linked', async ({ page }) => {
  await page.goto('/suporte#faq');
  await expect(page.getByRole('tab', { name: 'FAQ' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('heading', { name: 'Perguntas frequentes' })).toBeVisible();
  await expect(page.getByLabel('Mensagem')).toBeHidden();
  await page.getByRole('tab', { name: 'FAQ' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Contato' })).toBeFocused();
  await expect(page.getByLabel('Mensagem')).toBeVisible();
});

test('the live chat says that it is not there yet', async ({ page }) => {
  await page.goto('/suporte');
  await page.getByRole('button', { name: 'Chat ao vivo' }).click();
  await expect(page.getByText('O chat ao vivo está em desenvolvimento.')).toBeVisible();
});
