/** The people page: for the owner, a member, and with an invitation. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MembersView, OwnersPeople, People } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { button, openAt, part, server, setUp, user, write } from '#tests/islands/island-page.tsx';

const READ = 'GET /api/conta/pessoas';
const base = '/api/conta/pessoas';

const owner: OwnersPeople = {
  ...{ role: 'owner', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
  seats: { total: 5, taken: 3 },
  members: [{ id: 'p1', email: 'bia@teste.example', name: 'Bia', joinedAt: '2026-11-20T15:00:00.000Z' }],
  invitations: [{ id: 'c1', email: 'caio@teste.example', expiresAt: '2026-11-30T15:00:00.000Z' }],
};
const member: MembersView = {
  ...{ role: 'member', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
  ...{ state: 'active', joinedAt: '2026-11-20T15:00:00.000Z', owner: 'dona@teste.example' },
};

beforeEach(setUp);

async function openPeople(people?: People, address = '/conta/pessoas') {
  if (people) server.on(READ, () => json(people));
  await openAt(address, async () => {
    const { People: Page } = await import('#account/people/people.tsx');
    return <Page />;
  });
}

describe('the owner', () => {
  test('sees seats, people and invitations, and a note about roles', async () => {
    await openPeople(owner);
    const inviting = await part('Convidar');
    expect(inviting.getByText('3 de 5 lugares ocupados')).toBeTruthy();
    expect(inviting.getByText(/inclui 5 usuários, contando você/)).toBeTruthy();
    expect(inviting.getByText(message('people.no-roles'))).toBeTruthy();
    const entering = await part('Quem entra no painel');
    const listed = entering.getAllByRole('listitem').map((item) => item.textContent);
    expect(listed).toEqual([
      expect.stringContaining('ana@example.comAna Souza · vocêDono'),
      expect.stringContaining('bia@teste.example'),
    ]);
    expect((await part('Convites')).getByText(/vale até 30\/11\/2026 às 12h00/)).toBeTruthy();
  });

  test('invites: a wrong e-mail is reported, and input is kept', async () => {
    await openPeople(owner);
    const field = await screen.findByLabelText('E-mail de quem você convida');
    await user.click(button('Convidar'));
    expect(screen.getByText(message('field.required'))).toBeTruthy();
    await write(field, 'duda@teste');
    await user.click(button('Convidar'));
    expect(screen.getByText(message('person.email'))).toBeTruthy();
    expect(document.activeElement).toBe(field);
    expect(server.to(`POST ${base}`)).toEqual([]);
    server.on(
      `POST ${base}/convites`,
      refusal(422, 'validation-failed', 'x', { fields: { email: message('person.own-email') } }),
      refusal(429, 'rate-limited', message('person.day-full')),
      () => json({ ...owner, seats: { total: 5, taken: 4 } }),
    );
    await write(field, '.example');
    await user.click(button('Convidar'));
    expect(await screen.findByText(message('person.own-email'))).toBeTruthy();
    expect((field as HTMLInputElement).value).toBe('duda@teste.example');
    await user.click(button('Convidar'));
    expect(await screen.findByText(message('person.day-full'))).toBeTruthy();
    await user.click(button('Convidar'));
    const result = await screen.findByText(message('people.invited'));
    await waitFor(() => expect(document.activeElement?.contains(result)).toBe(true));
    expect((field as HTMLInputElement).value).toBe('');
    expect(server.to(`POST ${base}/convites`).at(-1)?.body).toEqual({ email: 'duda@teste.example' });
  });

  test('offline an invitation fails at once, and old messages disappear', async () => {
    await openPeople(owner);
    const field = await screen.findByLabelText('E-mail de quem você convida');
    server.on(`POST ${base}/convites`, () => json(owner), lost);
    await write(field, 'duda@teste.example');
    await user.click(button('Convidar'));
    expect(await screen.findByText(message('people.invited'))).toBeTruthy();
    window.dispatchEvent(new Event('offline'));
    await write(field, 'eva@teste.example');
    await user.click(button('Convidar'));
    expect(await screen.findByText(message('connection.failed'))).toBeTruthy();
    expect(screen.queryByText(message('people.invited'))).toBeNull();
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(screen.queryByText(message('connection.failed'))).toBeNull());
    expect(server.to(`POST ${base}/convites`)).toHaveLength(2);
  });

  test('removes a member after a confirmation', async () => {
    await openPeople(owner);
    await user.click(await screen.findByRole('button', { name: 'Retirar bia@teste.example' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/perde o acesso em até um minuto/)).toBeTruthy();
    expect(server.to(`POST ${base}`)).toEqual([]);
    server.on(`POST ${base}/p1/retirada`, lost, () => json({ ...owner, members: [] }));
    await user.click(dialog.getByRole('button', { name: 'Retirar o acesso' }));
    expect(await dialog.findByText(message('connection.failed'))).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Retirar o acesso' }));
    expect(await screen.findByText(message('people.removed'))).toBeTruthy();
    expect(screen.queryByText('bia@teste.example')).toBeNull();
  });

  test('sends an invitation again and revokes it', async () => {
    await openPeople(owner);
    server.on(`POST ${base}/convites/c1/reenvio`, () => json(owner));
    server.on(`POST ${base}/convites/c1/cancelamento`, () => json({ ...owner, invitations: [] }));
    await user.click(
      await screen.findByRole('button', { name: 'Enviar de novo o convite para caio@teste.example' }),
    );
    expect(await screen.findByText(message('people.invited'))).toBeTruthy();
    await user.click(button('Cancelar o convite para caio@teste.example'));
    expect(await screen.findByText(message('people.revoked'))).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Convites' })).toBeNull();
  });

  test('of a full plan gets an upgrade link; an excess shows its deadline', async () => {
    await openPeople({
      ...owner,
      plan: 'essential',
      seats: { total: 2, taken: 3 },
      overUntil: '2026-12-07T15:00:00.000Z',
    });
    expect(
      await screen.findByText(`${message('people.full')} ${message('people.larger-has-more')}`),
    ).toBeTruthy();
    expect(screen.queryByLabelText('E-mail de quem você convida')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ver planos maiores' }).getAttribute('href')).toBe(
      '/upgrade?tenant=acme',
    );
    expect(screen.getByText(/Até 07\/12\/2026 às 12h00/)).toBeTruthy();
  });
});

describe('what another plan has', () => {
  test('is named where only the owner has a place', async () => {
    await openPeople({ ...owner, plan: 'free', seats: { total: 1, taken: 1 }, members: [], invitations: [] });
    expect(await screen.findByText(message('people.only-owner'))).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver planos maiores' })).toBeTruthy();
  });

  test('is not promised to the largest', async () => {
    await openPeople({ ...owner, plan: 'enterprise', seats: { total: 3, taken: 3 } });
    expect(await screen.findByText(message('people.full'))).toBeTruthy();
    expect(screen.queryByText(message('people.larger-has-more'))).toBeNull();
    expect(screen.queryByRole('link', { name: 'Ver planos maiores' })).toBeNull();
  });

  test.each([
    ['pro', message('people.company-plan', { plano: 'Empresarial' }), 'Ver o Empresarial'],
    ['enterprise', message('people.company-how'), 'Como pedir, passo a passo'],
  ] as const)('the company’s sign-in on %s', async (plan, sentence, link) => {
    await openPeople({ ...owner, plan });
    const part = within(await screen.findByRole('region', { name: 'Entrar com a conta da empresa (SSO)' }));
    expect(part.getByText(sentence)).toBeTruthy();
    expect(part.getByRole('link', { name: link })).toBeTruthy();
  });
});

describe('a member', () => {
  test('sees the link to the environment, and leaves after a confirmation', async () => {
    await openPeople(member);
    const environment = await part('Painel em que você trabalha');
    expect(environment.getByRole('link', { name: 'Entrar no painel' }).getAttribute('href')).toBe(
      'http://acme.localhost:4334/-/sign-in-again',
    );
    await user.click(environment.getByRole('button', { name: 'Sair deste painel' }));
    server.on(`POST ${base}/saida`, () => json({ role: 'none' }));
    await user.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Sair do painel' }),
    );
    expect(await screen.findByText(message('people.left'))).toBeTruthy();
    expect(await screen.findByText(message('gate.nobody'))).toBeTruthy();
  });

  test('without a seat sees so, and agrees to a deletion', async () => {
    await openPeople({ ...member, isPaused: true, deletionAfter: '2026-12-07T15:00:00.000Z' });
    expect(await screen.findByText(message('gate.paused'))).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Entrar no painel' })).toBeNull();
    server.on(`POST ${base}/concordancia`, () => json(member));
    await user.click(button('Concordar com a exclusão'));
    expect(await screen.findByText(message('people.agreed'))).toBeTruthy();
  });
});

test('the owner reads how the person in charge is changed', async () => {
  await openPeople(owner);
  const changing = await part('Trocar o responsável');
  const to = (name: string) => changing.getByRole('link', { name }).getAttribute('href');
  expect(to('conta de acesso')).toMatch(/\/realms\/[^/]+\/account$/);
  expect([to('Cartão'), to('Minha conta')]).toEqual(['/conta/cartao', '/conta']);
  expect(changing.getByText(/não passa de um pagador a outro/)).toBeTruthy();
});

test('a member’s browser hides the ways of the owner, an owner’s shows them', async () => {
  await openPeople(member);
  await part('Painel em que você trabalha');
  expect([document.documentElement.dataset['account'], localStorage.getItem('hasAccount')]).toEqual([
    'member',
    'member',
  ]);
  await openPeople(owner);
  await part('Convidar');
  expect(localStorage.getItem('hasAccount')).toBe('true');
});

describe('an invitation', () => {
  const token = 'a'.repeat(64);
  const said = {
    ...{ tenant: 'acme', owner: 'dona@teste.example', name: 'Dona Souza', email: 'bia@teste.example' },
    expiresAt: '2026-11-30T15:00:00.000Z',
  };

  test('says to a visitor who invites, to what, and both ways on', async () => {
    provider.account = null;
    server.on('POST /api/convite', () => json(said));
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    const invited = await part('Você recebeu um convite');
    expect(await invited.findByText('Dona Souza (dona@teste.example)')).toBeTruthy();
    expect(invited.getByText('bia@teste.example')).toBeTruthy();
    expect(invited.getByText(/vale até 30\/11\/2026 às 12h00/)).toBeTruthy();
    expect(server.to('POST /api/convite')[0]?.body).toEqual({ token: token });
    expect(provider.calls.some(({ method }) => method === 'login')).toBe(false);
    await user.click(button('Criar conta'));
    await waitFor(() => expect(provider.calls.some(({ method }) => method === 'register')).toBe(true));
  });

  test('that is over, or that cannot be read, says so to a visitor', async () => {
    provider.account = null;
    server.on('POST /api/convite', refusal(409, 'invitation-over', message('error.invitation-over')));
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    expect(await screen.findByText(message('error.invitation-over'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Criar conta' })).toBeNull();
    server.on('POST /api/convite', lost);
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    expect(await screen.findByText(message('invitation.unread'))).toBeTruthy();
    expect(screen.getByText(message('invitation.stranger'))).toBeTruthy();
    await user.click(button('Entrar'));
    await waitFor(() => expect(provider.calls.some(({ method }) => method === 'login')).toBe(true));
  });

  test('with half a link is over, and nothing is asked', async () => {
    provider.account = null;
    await openPeople({ role: 'none' }, '/conta/pessoas#convite=a1b2');
    expect(await screen.findByText(message('error.invitation-over'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Criar conta' })).toBeNull();
    expect(server.to('POST /api/convite')).toEqual([]);
  });

  test('names environment and inviter, and another account, after the sign-in', async () => {
    server.on('POST /api/convite', () => json(said));
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    const invited = await part('Você recebeu um convite');
    expect(await invited.findByText(/^Dona Souza \(dona@teste\.example\) convidou você/)).toBeTruthy();
    expect(invited.getByText(/no painel acme\.localhost/)).toBeTruthy();
    expect(invited.getByText(message('invitation.other', { para: said.email }))).toBeTruthy();
    expect(invited.queryByRole('button', { name: 'Aceitar o convite' })).toBeNull();
    await user.click(invited.getByRole('button', { name: 'Sair desta conta' }));
    await waitFor(() => expect(provider.calls.some(({ method }) => method === 'logout')).toBe(true));
  });

  test.each([
    ['a visitor', null],
    ['an account', ana],
  ])('is being read for a moment, before %s may act on it', async (_, account) => {
    provider.account = account;
    server.on('POST /api/convite', () => new Promise<Response>(() => undefined));
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    expect(await screen.findByText(message('invitation.reading'))).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Aceitar o convite' })).toBeNull();
  });

  test('is removed from the address, and accepted with a fresh token', async () => {
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    expect(window.location.href).not.toContain(token);
    await screen.findByRole('region', { name: 'Você recebeu um convite' });
    server.on(`POST ${base}/aceite`, () => json(member));
    await user.click(button('Aceitar o convite'));
    expect(await screen.findByText(message('people.accepted'))).toBeTruthy();
    expect(server.to(`POST ${base}/aceite`)[0]?.body).toEqual({ token: token });
    expect(provider.calls).toContainEqual({ method: 'updateToken', options: -1 });
    expect(await screen.findByRole('link', { name: 'Entrar no painel' })).toBeTruthy();
    expect(sessionStorage.getItem('invitation')).toBeNull();
  });

  test('that is expired, for another e-mail or an owner says so', async () => {
    await openPeople({ role: 'none' }, `/conta/pessoas#convite=${token}`);
    await screen.findByRole('region', { name: 'Você recebeu um convite' });
    server.on(
      `POST ${base}/aceite`,
      refusal(409, 'tenant-exists', message('person.own-environment')),
      refusal(422, 'validation-failed', message('person.invitation-over')),
    );
    await user.click(button('Aceitar o convite'));
    expect(await screen.findByText(message('person.own-environment'))).toBeTruthy();
    await user.click(button('Aceitar o convite'));
    expect(await screen.findByText(message('person.invitation-over'))).toBeTruthy();
    await user.click(button('Agora não'));
    expect(await screen.findByText(message('gate.nobody'))).toBeTruthy();
  });
});

test('a list that fails to load can be loaded again', async () => {
  server.on(READ, refusal(503, 'identity-unavailable', message('people.unclear')), () => json(owner));
  await openPeople();
  expect(await screen.findByText(message('people.failed-title'))).toBeTruthy();
  await user.click(button(message('provisioning.retry')));
  expect(await screen.findByText('bia@teste.example')).toBeTruthy();
});

test('while loading it says so', async () => {
  server.on(READ, () => new Promise<Response>(() => undefined));
  await openPeople();
  expect(await screen.findByText(message('people.loading'))).toBeTruthy();
});
