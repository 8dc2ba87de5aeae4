/** Billing in Brazil: the nota fiscal of each charge. */
import { localFiscalService } from '#dev/local-values.ts';
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';

test.use({ variables: { NOTA_FISCAL: localFiscalService } });
// Serial, on the only stack of this kind.
test.describe.configure({ mode: 'default', timeout: 150_000 });

test('a nota fiscal is mailed to all recipients, and cancelled with its refund', async ({
  page,
  stack,
  person,
  customer,
}) => {
  await customer.paid();
  const further = `fiscal-${person.email}`;
  await openAs(page, person, '/conta/plano');
  const form = page.getByRole('form', { name: 'Nota fiscal' });
  await form.getByLabel('Outros e-mails').fill(further);
  await form.getByLabel('Pedido de compra').fill('PO 2026/77');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(message('fiscal.saved'))).toBeVisible();
  const mail = await mailTo(stack, person, /^Nota fiscal nº \d+, de R\$/);
  expect(/Abrir a nota fiscal: (\S+)/.exec(mail.text)?.[1]).toMatch(/\.pdf$/);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Nota fiscal \d+ da fatura/ })).toBeVisible();

  await page.getByRole('button', { name: /^Desistir e receber/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Desistir e receber/ })
    .click();
  await expect(page.getByText(message('account.withdrawn'))).toBeVisible();
  await mailTo(stack, person, /^Nota fiscal nº \d+ cancelada$/);
  await mailTo(stack, { email: further }, /^Nota fiscal nº \d+ cancelada$/);
  await page.reload();
  await expect(page.getByText('Nota cancelada')).toBeVisible();
});
