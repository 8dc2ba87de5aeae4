/** A changed card pays the next charge and the next difference, and its form asks only for what the processor does not know. */
import { validExamples } from '#dev/demonstration.ts';
import { message } from '#domain/messages.ts';
import { cardPayment, fillCardNumber, fillPayment, openAs } from '#tests/support/journey.ts';
import { mailTo } from '#tests/support/mail-journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { chargesOf, missRenewal, pressAsaas } from '#tests/support/stand-in-controls.ts';

const MASTERCARD = '5555555555554444';

test('a card is changed in a few fields, with a mail; the next charge and upgrade have it', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.paid({ plano: 'essential' });
  await openAs(page, person, '/conta/plano');
  await page.getByRole('link', { name: 'Trocar de cartão' }).click();
  await expect(page.getByRole('heading', { name: 'Nada é cobrado hoje' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mudar o endereço' })).toBeVisible();
  await expect(page.getByLabel('CEP')).toHaveCount(0);
  await fillCardNumber(page, MASTERCARD);
  await page.getByLabel('Validade').fill('12/32');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('CPF ou CNPJ').fill(validExamples.alphanumericCnpj);
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
  await page.getByRole('link', { name: 'Ver plano e pagamento' }).click();
  await expect(page.getByRole('region', { name: 'Pagamento' }).getByText(/final 4444/)).toBeAttached();
  await page.goto(`/upgrade/checkout?plan=enterprise&tenant=${name}&cycle=monthly`);
  await expect(page.getByRole('radio', { name: /^Cartão final 4444/ })).toBeChecked();
});

test('a late charge is paid with the new card first', async ({ page, stack, person, customer }) => {
  const name = await customer.paid();
  const renewal = await missRenewal(stack, name);
  await mailTo(stack, person, /^Não conseguimos cobrar/);
  await openAs(page, person, '/conta/cartao');
  await fillPayment(page, { ...cardPayment, card: MASTERCARD });
  await page.getByRole('button', { name: /^Pagar R\$\s\d+ e trocar$/ }).click();
  await expect(page.getByText(message('card.changed-paid'))).toBeVisible();
  const paid = (await chargesOf(stack, name)).payments.find(({ id }) => id === renewal.id);
  expect(paid).toMatchObject({ status: 'CONFIRMED', creditCard: { creditCardNumber: '4444' } });
});
