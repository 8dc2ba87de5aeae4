/** A chat that is told: connected from the account, tested, and switched off by whoever reads it. */
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

test.setTimeout(120_000);

test('a chat is connected by its link, gets a test, and ends with a block', async ({
  page,
  person,
  customer,
}) => {
  const name = await customer.paid({ plano: 'pro' });
  await openAs(page, person, '/conta/avisos');
  await page.getByRole('button', { name: 'Conectar' }).click();
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Abrir no Telegram' }).click();
  const chat = await opening;
  await chat.getByRole('button', { name: 'Iniciar' }).click();
  await expect(chat.getByText(message('telegram.connected', { tenant: name }))).toBeVisible();
  await expect(page.getByText(message('alerts.chat-connected'))).toBeVisible();

  await page.getByRole('button', { name: 'Opções de Ana' }).click();
  await page.getByRole('menuitem', { name: 'Mandar um teste' }).click();
  await expect(page.getByText(message('alerts.tested', { nome: 'Ana' }))).toBeVisible();
  await expect(chat.getByText('Teste dos avisos da Vigia')).toBeVisible();

  await chat.getByRole('button', { name: 'Bloquear' }).click();
  await expect(async () => {
    await page.reload();
    const off = page.getByText('Não recebe mais: a conversa bloqueou ou removeu o robô.');
    await expect(off).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 30_000 });
});
