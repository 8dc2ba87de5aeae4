/** Billing in Brazil: changing the card, and the nota fiscal of each charge. */
import { localFiscalService } from '#dev/local-values.ts';
import { message } from '#domain/messages.ts';
import { cardPayment, fillPayment, openAs } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf, pressAsaas } from '#tests/support/stand-in-controls.ts';

test.use({ variables: { NOTA_FISCAL: localFiscalService } });
// Serial, on the only stack of this kind.
test.describe.configure({ mode: 'default', timeout: 150_000 });

const MASTERCARD = '5555555555554444';

test('the next charge uses a card changed in the account, with a mail', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.paid();
  await openAs(page, person, '/conta');
  await page.getByRole('link', { name: 'Trocar de cartão' }).click();
  await expect(page.getByRole('heading', { name: 'Nada é cobrado hoje' })).toBeVisible();
  await fillPayment(page, { ...cardPayment, card: MASTERCARD });
  // The new card makes the processor open the next charge, which is not due yet.
  const charged = async () =>
    (await chargesOf(stack, name)).payments.filter(({ status }) => status !== 'PENDING').length;
  const before = await charged();
  await page.getByRole('button', { name: 'Trocar de cartão' }).click();
  await expect(page.getByText(message('card.changed'))).toBeVisible();
  expect(await charged()).toBe(before);
  await mailTo(stack, person, /final 4444$/);

  const [subscription] = (await chargesOf(stack, name)).subscriptions;
  await pressAsaas(stack, 'subscriptions', subscription?.id ?? '', 'renew');
  expect((await chargesOf(stack, name)).payments.at(-1)).toMatchObject({
    creditCard: { creditCardNumber: '4444' },
  });
  await page.getByRole('link', { name: 'Abrir minha conta' }).click();
  await expect(page.getByRole('region', { name: 'Pagamento' }).getByText(/final 4444/)).toBeAttached();
});

test('a late charge is paid with the new card first', async ({ page, stack, person, customer }) => {
  const name = await customer.paid();
  const [subscription] = (await chargesOf(stack, name)).subscriptions;
  await pressAsaas(stack, 'subscriptions', subscription?.id ?? '', 'renew');
  const renewal = (await chargesOf(stack, name)).payments.at(-1);
  await pressAsaas(stack, 'payments', renewal?.id ?? '', 'overdue');
  await mailTo(stack, person, /^Não conseguimos cobrar/);
  await openAs(page, person, '/conta/cartao');
  await fillPayment(page, { ...cardPayment, card: MASTERCARD });
  await page.getByRole('button', { name: /^Pagar R\$\s\d+ e trocar$/ }).click();
  await expect(page.getByText(message('card.changed-paid'))).toBeVisible();
  const paid = (await chargesOf(stack, name)).payments.find(({ id }) => id === renewal?.id);
  expect(paid).toMatchObject({ status: 'CONFIRMED', creditCard: { creditCardNumber: '4444' } });
});

test('a nota fiscal is mailed to all recipients, and cancelled with its refund', async ({
  page,
  stack,
  person,
  customer,
}) => {
  await customer.paid();
  const further = `fiscal-${person.email}`;
  await openAs(page, person, '/conta');
  const form = page.getByRole('form', { name: 'Nota fiscal' });
  await form.getByLabel('Outros e-mails').fill(further);
  await form.getByLabel('Pedido de compra').fill('PO 2026/77');
  await form.getByRole('button', { name: 'Guardar' }).click();
  await expect(page.getByText(message('fiscal.saved'))).toBeVisible();
  const mail = await mailTo(stack, person, /^Nota fiscal \d+: R\$/);
  expect(/Abrir a nota fiscal: (\S+)/.exec(mail.text)?.[1]).toMatch(/\.pdf$/);
  await page.reload();
  await expect(page.getByRole('link', { name: /^Nota fiscal \d+ da fatura/ })).toBeVisible();

  await page.getByRole('button', { name: /^Desistir e receber/ }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Desistir e receber/ })
    .click();
  await expect(page.getByText(message('account.withdrawn'))).toBeVisible();
  await mailTo(stack, person, /^Nota fiscal \d+ cancelada$/);
  await mailTo(stack, { email: further }, /^Nota fiscal \d+ cancelada$/);
  await page.reload();
  await expect(page.getByText('Nota cancelada')).toBeVisible();
});
