/** A changed card pays the next difference, and the form asks only for what the processor does not know. */
import { validExamples } from '#dev/demonstration.ts';
import { message } from '#domain/messages.ts';
import { fillCardNumber, openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';

test('a card is changed in a few fields, and the next upgrade offers it', async ({
  page,
  person,
  customer,
}) => {
  const name = await customer.paid({ plano: 'essential' });
  await openAs(page, person, '/conta/cartao');
  await expect(page.getByRole('button', { name: 'Mudar o endereço' })).toBeVisible();
  await expect(page.getByLabel('CEP')).toHaveCount(0);
  await fillCardNumber(page, '5555 5555 5555 4444');
  await page.getByLabel('Validade').fill('12/32');
  await page.getByLabel('CVV').fill('123');
  await page.getByLabel('CPF ou CNPJ').fill(validExamples.alphanumericCnpj);
  await page.getByRole('button', { name: 'Trocar de cartão' }).click();
  await expect(page.getByText(message('card.changed'))).toBeVisible();

  await page.goto(`/upgrade/checkout?plan=enterprise&tenant=${name}&cycle=monthly`);
  await expect(page.getByRole('radio', { name: /^Cartão final 4444/ })).toBeChecked();
});
