/** From the sign-up to the first alert without any set-up, and who else is told. */
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { letFall, setMonitors } from '#tests/support/stand-in-controls.ts';

test('one address is watched at once, and its fall arrives by mail', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.free();
  await openAs(page, person, '/conta');
  await page.getByLabel('Endereço do site').fill('padaria.com.br');
  await page.getByRole('button', { name: 'Vigiar este site' }).click();
  await expect(page.getByText(/^No ar, em \d+ ms/)).toBeVisible();
  await mailTo(stack, person, /^Primeira checagem: padaria.com.br está no ar$/);

  await letFall(stack, name, 1, true);
  const fall = await mailTo(stack, person, /^Fora do ar: padaria.com.br$/);
  expect(fall.text).toContain('está fora do ar desde');

  await page.goto('/conta/avisos');
  const sent = page.getByRole('region', { name: 'Avisos enviados' });
  await expect(sent.getByText(/: entregue ao provedor de e-mail às \d+h\d\d/)).toHaveCount(2);

  // The link in the mail ends them, after a question.
  const [, leave = ''] = /(http\S+\/avisos\/sair#\S+)/.exec(fall.text) ?? [];
  await page.goto(leave);
  await page.getByRole('button', { name: 'Parar de receber' }).click();
  await expect(page.getByText(message('alerts.left'))).toBeVisible();
  await page.goto('/conta/avisos');
  await expect(page.getByText(/quem recebe pediu para sair/)).toBeVisible();
});

test('a colleague’s address proves itself, and the rest is done by keyboard alone', async ({
  page,
  stack,
  person,
  customer,
  registerUser,
}) => {
  const name = await customer.paid({ plano: 'pro' });
  await setMonitors(stack, name, [{ kind: 'http', name: 'Loja' }]);
  const colleague = await registerUser();
  await openAs(page, person, '/conta/avisos');
  await page.getByLabel('E-mail de destino').fill(colleague.email);
  await page.getByLabel('Nome (opcional)').first().fill('Plantão');
  await page.getByRole('button', { name: 'Verificar Email' }).click();
  await expect(page.getByText(message('alert.code-sent', { email: colleague.email }))).toBeVisible();
  const { subject } = await mailTo(stack, colleague, / é o seu código de confirmação$/);
  // The countdown is the server's: it goes on over a reload.
  await page.reload();
  await expect(page.getByRole('button', { name: /^Reenviar Código \(0:\d\d\)$/ })).toBeDisabled();
  await page.getByLabel('Código de 6 números').fill(subject.slice(0, 6));
  await page.getByRole('button', { name: 'Verificar', exact: true }).click();
  await expect(page.getByText(message('alert.verified'))).toBeVisible();

  const menu = page.getByRole('button', { name: 'Opções de Plantão' });
  await expect(menu).toBeFocused();
  for (const key of ['ArrowDown', 'm', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByText(message('alerts.tested', { nome: 'Plantão' }))).toBeVisible();
  await mailTo(stack, colleague, /^Teste dos avisos da Vigia$/);

  await menu.focus();
  for (const key of ['Enter', 'ArrowDown', 'Escape', 'Enter', 'Enter']) await page.keyboard.press(key);
  await expect(page.getByRole('heading', { name: /^O que chega a Plantão/ })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: /^Sempre/ })).toBeFocused();
  for (const key of ['ArrowDown', 'ArrowDown', 'Tab', 'Tab', 'ArrowDown', 'Tab', 'Space'])
    await page.keyboard.press(key);
  await expect(page.getByText(/^1 escolhido/)).toBeVisible();
  await page.getByRole('button', { name: 'Salvar', exact: true }).press('Enter');
  await expect(page.getByText(message('alerts.saved'))).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: 'Plantão' });
  for (const chip of ['Horário comercial', '1 monitor'])
    await expect(row.getByText(chip, { exact: true })).toBeVisible();
});

test('a link in a mail says who is looking after a fall, once', async ({
  page,
  stack,
  person,
  customer,
  newVisitor,
}) => {
  const name = await customer.paid({ plano: 'pro' });
  await openAs(page, person, '/conta');
  await page.getByLabel('Endereço do site').fill('padaria.com.br');
  await page.getByRole('button', { name: 'Vigiar este site' }).click();
  await mailTo(stack, person, /^Primeira checagem: padaria.com.br está no ar$/);
  await letFall(stack, name, 1, true);
  const fall = await mailTo(stack, person, /^Fora do ar: padaria.com.br$/);
  const [, link = ''] = /(http\S+\/avisos\/vendo#\S+)/.exec(fall.text) ?? [];

  // Whoever got the mail forwarded has no account, and sees in whose name it is said.
  const { page: theirs } = await newVisitor();
  await theirs.goto(link);
  await expect(theirs.getByText('Você diz isto em nome de')).toContainText(name);
  await expect(theirs.getByText(/^padaria.com.br fora do ar desde/)).toBeVisible();
  await theirs.getByRole('button', { name: 'Estou vendo' }).click();
  await expect(theirs.getByText(/^Pronto: padaria.com.br não recebe mais lembretes/)).toBeVisible();

  await letFall(stack, name, 1, false);
  await mailTo(stack, person, /^De volta: padaria.com.br$/);
  await theirs.reload();
  await expect(theirs.getByText(message('seen.over'))).toBeVisible();
  await expect(theirs.getByRole('button', { name: 'Estou vendo' })).toBeHidden();

  // As a mail program that cuts long links leaves it.
  await theirs.goto('about:blank');
  await theirs.goto(link.replace(/#.*/, '#0195a000'));
  await expect(theirs.getByText(message('seen.elsewhere'))).toBeVisible();
});
