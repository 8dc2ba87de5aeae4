/** An owner over the plan's limits sees it and chooses the monitors that keep running. */
import { message } from '#domain/messages.ts';
import { openAs } from '#tests/support/journey.ts';
import { expect, test } from '#tests/support/stack.ts';
import { setMonitors, stateOf } from '#tests/support/stand-in-controls.ts';

test('too many monitors are shown, mailed, and the owner chooses', async ({
  page,
  stack,
  person,
  customer,
}) => {
  const name = await customer.free();
  await setMonitors(
    stack,
    name,
    Array.from({ length: 8 }, (_, index) => ({ kind: 'http', interval: 20, name: `Loja ${index + 1}` })),
  );
  await openAs(page, person, '/conta');
  const limits = page.getByRole('region', { name: 'Limites do plano' });
  await expect(limits.getByText('8 monitores ligados, e o plano inclui 5')).toBeVisible();
  await expect(limits.getByText('8 monitores com intervalo menor que 10 min, o do plano')).toBeVisible();

  // By keyboard only.
  await limits.getByRole('button', { name: 'Escolher os que continuam' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Quais monitores continuam?' });
  await expect(dialog.getByText('5 de 5 escolhidos.')).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Loja 1', exact: true }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('checkbox', { name: 'Loja 8' }).focus();
  await page.keyboard.press('Space');
  await dialog.getByRole('button', { name: 'Guardar a escolha' }).focus();
  await page.keyboard.press('Enter');
  await expect(limits.getByText(message('limits.choice-kept'))).toBeVisible();
  await expect(limits.getByRole('button', { name: 'Escolher os que continuam' })).toBeFocused();
  await limits.getByText('Os que seriam pausados').click();
  await expect(limits.getByRole('listitem').filter({ hasText: /^Loja 1$/ })).toBeVisible();
  await expect(limits.getByRole('listitem').filter({ hasText: /^Loja 8$/ })).toHaveCount(0);

  await page.goto(`/upgrade?tenant=${name}`);
  await expect(page.getByText('8 monitores ligados, e o plano inclui 5')).toBeVisible();

  // Opening the page triggers a mail from the next scheduled runs.
  await expect(async () => {
    await stack.tick();
    const { messages } = await stateOf<{ messages: { to: unknown; subject: string }[] }>(stack, 'mail');
    const subjects = messages
      .filter(({ to }) => JSON.stringify(to).includes(person.email))
      .map(({ subject }) => subject);
    expect(subjects).toContain(`O painel ${name} passou do limite do plano`);
  }).toPass();
});
