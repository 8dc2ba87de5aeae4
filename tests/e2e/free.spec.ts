/** From the landing page to a running environment, without paying. */
import {
  acceptTerms,
  chooseSubdomain,
  logIn,
  register,
  submit,
  waitForEnvironment,
} from '#tests/support/journey.ts';
import { KEYCLOAK_TAG } from '#tests/support/journey-identity.ts';
import { newPerson, newSubdomain } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';
import { stateOf } from '#tests/support/stand-in-controls.ts';

test('a visitor starts free and gets an own environment', { tag: KEYCLOAK_TAG }, async ({
  page,
  stack,
  tokenFor,
  newVisitor,
}) => {
  const person = newPerson();
  const name = newSubdomain('padaria-central');
  const environment = stack.addresses.tenantUrlTemplate.replace('{tenant}', name);

  await page.goto('/');
  const closing = page.locator('#comecar').getByRole('link', { name: 'Criar meu painel grátis' });
  await expect(closing).toHaveAttribute('href', /plan=free/);
  await page.locator('#planos').getByRole('link', { name: 'Começar grátis' }).click();
  await register(page, stack, person);

  await expect(page).toHaveURL(/\/checkout\?.*plan=free/);
  await expect(page).toHaveURL(/cycle=monthly/);
  await expect(page).not.toHaveURL(/action=/);
  await chooseSubdomain(page, name);
  await expect(page.getByText(/ está livre\.$/)).toBeVisible();
  await acceptTerms(page);
  await submit(page);

  const open = await waitForEnvironment(page);
  await expect(open).toHaveAttribute('href', environment);
  await expect(page.getByText('100%').first()).toBeVisible();
  await open.click();
  await expect(page).toHaveURL(`${environment}/dashboard`);

  await stack.tick();
  await expect
    .poll(async () => {
      const { messages } = await stateOf<{ messages: { to: unknown; subject: string }[] }>(stack, 'mail');
      return messages
        .filter(({ to }) => JSON.stringify(to).includes(person.email))
        .map(({ subject }) => subject);
    })
    .toEqual([
      'Confirme o seu e-mail',
      'Recebemos o seu pedido',
      'O seu Vigia está pronto: diga o que vigiar',
    ]);

  const payload = (await tokenFor(person)).split('.')[1] ?? '';
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).groups).toEqual([`tenant:${name}`]);

  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Abrir o painel' }).click();
  await expect(page).toHaveURL(`${environment}/dashboard`);

  // In another browser, "Entrar" asks for a sign-in and leads to the same dashboard.
  const elsewhere = await newVisitor();
  await elsewhere.page.goto('/');
  await elsewhere.page.getByRole('banner').getByRole('link', { name: 'Entrar' }).click();
  await logIn(elsewhere.page, person);
  await expect(elsewhere.page).toHaveURL(`${environment}/dashboard`);
});

test('plan and cycle from the landing page survive the registration', async ({ page, stack }) => {
  await page.goto('/');
  await page.locator('#planos').getByText('Anual').click();
  const subscribe = page.locator('#planos').getByRole('link', { name: 'Assinar Pro' });
  await expect(subscribe).toHaveAttribute('href', /cycle=yearly/);
  await subscribe.click();
  await register(page, stack, newPerson());
  await expect(page).toHaveURL(/\/checkout\?.*plan=pro/);
  await expect(page).toHaveURL(/cycle=yearly/);
  await expect(page.getByRole('region', { name: 'Seu pedido' }).getByText('Pro, anual')).toBeVisible();
  await expect(page.getByText(/R\$\s1\.069/).first()).toBeVisible();
});
