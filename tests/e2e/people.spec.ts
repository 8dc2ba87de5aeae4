/** An invited colleague works in the environment, is removed, and is out: in the open tab, too. */
import { message } from '#domain/messages.ts';
import { logIn, openAs, register } from '#tests/support/journey.ts';
import { invitationTo } from '#tests/support/mail-journey.ts';
import { newPerson } from '#tests/support/people.ts';
import { expect, test } from '#tests/support/stack.ts';

test('a colleague is invited, enters, is removed and refused within a minute', async ({
  page,
  stack,
  person,
  customer,
  registerUser,
  newVisitor,
  watch,
}) => {
  const name = await customer.paid();
  const environment = stack.addresses.tenantUrlTemplate.replace('{tenant}', name);
  const colleague = await registerUser();

  await openAs(page, person, '/conta/pessoas');
  await expect(page.getByText('1 de 5 lugares ocupados')).toBeVisible();
  await expect(page.getByText(message('people.no-roles'))).toBeVisible();
  await page.getByLabel('E-mail de quem você convida').fill(colleague.email);
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  await expect(page.getByText(message('people.invited'))).toBeVisible();
  await expect(page.getByText('2 de 5 lugares ocupados')).toBeVisible();

  const link = await invitationTo(stack, colleague);
  const { page: theirs, context } = await newVisitor();
  await theirs.goto(link);
  await expect(theirs).toHaveURL('/conta/pessoas');
  await expect(theirs.getByText(person.email)).toBeVisible();
  await theirs.getByRole('button', { name: 'Entrar' }).click();
  await logIn(theirs, colleague);
  await theirs.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(theirs.getByText(message('people.accepted'))).toBeVisible();
  await theirs.getByRole('button', { name: `Receber os avisos em ${colleague.email}` }).click();
  await expect(
    theirs.getByText(message('alerts.offer-taken', { nome: colleague.email }), { exact: false }),
  ).toBeVisible();
  const ways = theirs.getByRole('navigation', { name: 'Conta' }).getByRole('link');
  await expect(ways).toHaveText([
    'Agora',
    'Quedas',
    'Avisos',
    'Relatórios',
    'Pessoas',
    'Atividade',
    'Chamados',
    'Meus dados',
  ]);
  await theirs.getByRole('link', { name: 'Ver a atividade' }).click();
  await expect(theirs.getByRole('listitem').filter({ hasText: 'entrou no painel' })).toBeVisible();
  await theirs.goBack();
  await theirs.getByRole('link', { name: 'Entrar no painel' }).click();
  await expect(theirs).toHaveURL(`${environment}/dashboard`);
  await expect(theirs.getByText('Conectado')).toBeVisible();

  // Plans and card are the owner's business; each page loads once and says so.
  const wanted = await context.newPage();
  const loads: string[] = [];
  wanted.on('load', () => loads.push(new URL(wanted.url()).pathname));
  for (const [path, sentence] of [
    ['/upgrade', 'gate.member-buys'],
    ['/checkout?plan=pro', 'gate.member-buys'],
    ['/conta/cartao', 'gate.member'],
    ['/provisionamento', 'gate.member'],
    ['/conta/importar', 'gate.member'],
  ] as const) {
    await wanted.goto(path);
    await expect(wanted.getByText(message(sentence))).toBeVisible();
    await expect(wanted.getByRole('alert')).toHaveCount(0);
  }
  expect(loads).toEqual(['/upgrade', '/checkout', '/conta/cartao', '/provisionamento', '/conta/importar']);
  await wanted.goto('/');
  await wanted.locator('#planos').getByRole('link', { name: 'Assinar Pro' }).click();
  await expect(wanted.getByText(message('support.has-environment'))).toBeVisible();

  const owners = await page.context().newPage();
  await owners.goto(`${environment}/dashboard`);
  await expect(owners.getByText('Conectado')).toBeVisible();

  await page.reload();
  await page.getByRole('button', { name: `Retirar ${colleague.email}` }).click();
  // Their open page loses its connection, and is refused when it tries again.
  watch.allow(/WebSocket|status 403|Failed to load resource.*403/);
  await page.getByRole('dialog').getByRole('button', { name: 'Retirar o acesso' }).click();
  await expect(page.getByText(message('people.removed'))).toBeVisible();
  await expect(theirs.getByText('Sem conexão com o ambiente.')).toBeVisible({ timeout: 60_000 });
  expect((await theirs.goto(`${environment}/dashboard`))?.status()).toBe(403);
  await expect(theirs.getByRole('heading', { name: 'Esta conta não abre este ambiente' })).toBeVisible();
  // Signing in again helps nobody who is not on the list.
  expect((await theirs.goto(`${environment}/-/sign-in-again`))?.status()).toBe(403);
  await expect(owners.getByText('Conectado')).toBeVisible();

  const again = await context.newPage();
  await again.goto('/conta/pessoas');
  await expect(again.getByText(message('gate.nobody'))).toBeVisible();
});

test('a newcomer reads who invites, creates an account and accepts', async ({
  page,
  stack,
  person,
  customer,
  newVisitor,
}) => {
  const name = await customer.paid();
  const newcomer = newPerson();
  await openAs(page, person, '/conta/pessoas');
  await page.getByLabel('E-mail de quem você convida').fill(newcomer.email);
  await page.getByRole('button', { name: 'Convidar', exact: true }).click();
  const link = await invitationTo(stack, newcomer);
  const { page: theirs } = await newVisitor();
  await theirs.goto(link);
  await expect(theirs.getByRole('heading', { name: 'Você recebeu um convite' })).toBeVisible();
  await expect(theirs.getByText(newcomer.email)).toBeVisible();
  await theirs.getByRole('button', { name: 'Criar conta' }).click();
  await register(theirs, stack, newcomer);
  const invited = theirs.getByRole('region', { name: 'Você recebeu um convite' });
  await expect(invited.getByText(name)).toBeVisible();
  await invited.getByRole('button', { name: 'Aceitar o convite' }).click();
  await expect(theirs.getByText(message('people.accepted'))).toBeVisible();
});

test('whoever enters with an account of another environment is refused', async ({
  page,
  stack,
  person,
  customer,
  registerUser,
  watch,
}) => {
  const name = await customer.free();
  const environment = stack.addresses.tenantUrlTemplate.replace('{tenant}', name);
  const stranger = await registerUser({ groups: ['tenant:outro-ambiente'] });
  watch.allow(/status 403|Failed to load resource.*403/);
  expect(person.email).not.toBe(stranger.email);
  await openAs(page, stranger, `${environment}/dashboard`);
  await expect(page.getByRole('heading', { name: 'Esta conta não abre este ambiente' })).toBeVisible();
});
