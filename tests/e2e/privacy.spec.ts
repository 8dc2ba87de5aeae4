/** A person's own data: the export as a file on disk, and the deletion of the account. */
import { readFileSync } from 'node:fs';
import { dataCopyEndpoint, deletionEndpoint } from '#domain/api-schemas/privacy.ts';
import { message } from '#domain/messages.ts';
import { expectSound } from '#tests/support/axe.ts';
import { logIn, openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

/** The server's response to an old sign-in. */
const stale = {
  status: 409,
  json: { error: message('error.sign-in-stale'), code: 'sign-in-stale', requestId: 'r-1' },
};

test('a customer with an old sign-in confirms the password and exports data', async ({
  page,
  person,
  customer,
  watch,
}) => {
  // The old sign-in is refused.
  watch.allow(/409/);
  const subdominio = await customer.paid();
  await openAs(page, person, '/conta/meus-dados');
  const own = page.getByRole('main');
  await page.route(`**${dataCopyEndpoint}`, (route) => route.fulfill(stale), { times: 1 });
  await own.getByRole('button', { name: 'Baixar os meus dados' }).click();
  await expect(own.getByText(message('error.sign-in-stale'))).toBeVisible();
  await expectSound(page);
  await own.getByRole('button', { name: 'Entrar de novo' }).click();
  await logIn(page, person);
  await expect(page).toHaveURL(/\/conta\/meus-dados$/);
  await expect(own.getByText(message('own-data.signed-in-again'))).toBeVisible();
  const download = page.waitForEvent('download');
  await own.getByRole('button', { name: 'Baixar os meus dados' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^seus-dados-\d{4}-\d\d-\d\d\.json$/);
  const copy = JSON.parse(readFileSync(await file.path(), 'utf8'));
  expect(copy.indice).toContainEqual(expect.objectContaining({ parte: 'tables.orders', linhas: 1 }));
  expect(copy.tables.orders[0].subdomain).toBe(subdominio);
  await expect(own.getByText(message('own-data.copied'))).toBeVisible();
});

test('an account is deleted by keyboard, after a preview and a confirmation', async ({
  page,
  person,
  customer,
  stack,
  watch,
}) => {
  // The deleted account's session is refused.
  watch.allow(/40[01]/);
  const subdominio = await customer.free();
  await openAs(page, person, '/conta/meus-dados');
  await page.getByRole('button', { name: 'Apagar a conta' }).focus();
  await page.keyboard.press('Enter');
  const window = page.getByRole('dialog', { name: 'Apagar a conta?' });
  await expect(window.getByText(`O painel ${subdominio} sai do ar`, { exact: false })).toBeVisible();
  await window.getByText('O que fica guardado, e até quando').press('Enter');
  await expect(window.getByText(/^Registros de acesso:/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Apagar a conta' })).toBeFocused();
  await page.keyboard.press('Enter');
  await window.getByRole('textbox').fill('outro-nome');
  await page.keyboard.press('Tab');
  await window.getByRole('button', { name: 'Apagar a conta' }).press('Enter');
  await expect(window.getByText(message('own-data.confirm-differs'))).toBeVisible();
  await window.getByRole('textbox').fill(subdominio);
  const answered = page.waitForResponse(`**${deletionEndpoint}`);
  await window.getByRole('button', { name: 'Apagar a conta' }).press('Enter');
  expect((await answered).status()).toBe(200);
  await expect(page.getByText('A exclusão da sua conta está em andamento')).toBeVisible();
  // After the scheduled job, the provider has no such account; its pause doubles while the environment is removed.
  const accounts = () => stack.services.identity.snapshot().users.map(({ email }) => email);
  await expect.poll(accounts, { timeout: 90_000 }).not.toContain(person.email);
  await page.goto('/conta');
  await logIn(page, person);
  await expect(page.getByText('E-mail ou senha incorretos. Confira e tente de novo.')).toBeVisible();
});
