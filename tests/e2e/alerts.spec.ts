/** From the sign-up to the first alert without any set-up, and who else is told. */
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { letFall } from '#tests/support/stand-in-controls.ts';

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
  await expect(sent.getByText('Entregue', { exact: true })).toHaveCount(2);

  // The link in the mail ends them, after a question.
  const [, leave = ''] = /(http\S+\/avisos\/sair#\S+)/.exec(fall.text) ?? [];
  await page.goto(leave);
  await page.getByRole('button', { name: 'Parar de receber' }).click();
  await expect(page.getByText(message('alerts.left'))).toBeVisible();
  await page.goto('/conta/avisos');
  await expect(page.getByText(/quem recebe pediu para sair/)).toBeVisible();
});

test('a colleague’s address proves itself by six digits, and is tested', async ({
  page,
  stack,
  person,
  customer,
  registerUser,
}) => {
  await customer.paid();
  const colleague = await registerUser();
  await openAs(page, person, '/conta/avisos');
  await page.getByLabel('E-mail de destino').fill(colleague.email);
  await page.getByRole('button', { name: 'Verificar Email' }).click();
  await expect(page.getByText(message('alert.code-sent', { email: colleague.email }))).toBeVisible();
  const { subject } = await mailTo(stack, colleague, / é o seu código de confirmação$/);
  await page.getByLabel('Código de 6 números').fill(subject.slice(0, 6));
  await page.getByRole('button', { name: 'Verificar', exact: true }).click();
  await expect(page.getByText(message('alert.verified'))).toBeVisible();
  await page.getByRole('button', { name: `Mandar um teste para ${colleague.email}` }).click();
  await expect(page.getByText(message('alerts.tested', { nome: colleague.email }))).toBeVisible();
  await mailTo(stack, colleague, /^Teste dos avisos da Vigia$/);
});
