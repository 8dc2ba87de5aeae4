/**
 * Every page for signed-in people, before each kind of account: none, an invited one, one whose environment is being
 * created, an owner, a member of another's environment with and without a seat, and a failure. Each says what is so, in the
 * same words everywhere, and offers the way that works.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#domain/errors.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { openAt, server, setUp } from '#tests/islands/island-page.tsx';
import { freeOffers } from '#tests/support/offers.ts';
import { active } from './account/account-page.tsx';
import { noOrder } from './checkout/checkout-page.tsx';

const projectRoot = join(import.meta.dirname, '../..');
const terms = <p>Texto dos termos</p>;
/** How each page is opened; its island by the name that its page imports. */
const islands: Readonly<Record<string, () => Promise<ReactNode>>> = {
  '/conta': async () => {
    const { Account } = await import('#account/account.tsx');
    return <Account environmentKept="30 dias" whatsapp="https://wa.me/5511400000000" />;
  },
  '/conta/plano': async () => {
    const { Plan } = await import('#account/plan/plan.tsx');
    return <Plan environmentKept="30 dias" />;
  },
  '/conta/meus-dados': async () => {
    const { OwnData } = await import('#account/privacy/own-data.tsx');
    return <OwnData environmentKept="30 dias" />;
  },
  '/conta/pessoas': async () => {
    const { People } = await import('#account/people/people.tsx');
    return <People />;
  },
  '/conta/avisos': async () => {
    const { Alerts } = await import('#account/alerts/alerts.tsx');
    return <Alerts />;
  },
  '/conta/importar': async () => {
    const { Import } = await import('#account/import/import.tsx');
    return <Import />;
  },
  '/conta/relatorios': async () => {
    const { Reports } = await import('#account/reports/reports.tsx');
    return <Reports reportsKept="13 meses" />;
  },
  '/conta/atividade': async () => {
    const { Activity } = await import('#account/activity/activity.tsx');
    return <Activity />;
  },
  '/conta/ocorrencias': async () => {
    const { OccurrencesPage } = await import('#account/now/occurrences.tsx');
    return <OccurrencesPage />;
  },
  '/conta/suporte': async () => {
    const { MessagesPage } = await import('#account/support/messages.tsx');
    return <MessagesPage />;
  },
  '/conta/dados': async () => {
    const { MovingOut } = await import('#account/take-environment/moving-out.tsx');
    return <MovingOut environmentKept="30 dias" />;
  },
  '/conta/cartao': async () => {
    const { CardChange } = await import('#checkout/card-change/card-change.tsx');
    return <CardChange />;
  },
  '/provisionamento': async () => {
    const { Provisioning } = await import('#checkout/provisioning/provisioning.tsx');
    return <Provisioning />;
  },
  '/checkout': async () => {
    const { Checkout } = await import('#checkout/sign-up/checkout.tsx');
    return <Checkout terms={terms} />;
  },
  '/upgrade': async () => {
    const { Upgrade } = await import('#checkout/plan-change/upgrade.tsx');
    return <Upgrade terms={terms} />;
  },
  '/upgrade/checkout': async () => {
    const { UpgradeCheckout } = await import('#checkout/plan-change-payment/upgrade-checkout.tsx');
    return <UpgradeCheckout terms={terms} />;
  },
};

const retry = message('provisioning.retry');
const openedPlan = '?plan=pro&cycle=monthly';

type Kind = 'nobody' | 'invited' | 'waiting' | 'owner' | 'member' | 'paused' | 'failure';
/** What is said, and the first way on: a link with its address, or a button. */
type Seen = readonly [sentence: string | RegExp, name: string | RegExp, href?: string];

const nobody: Seen = [message('gate.nobody'), 'Escolher um plano', '/checkout'];
const invited: Seen = [message('invitation.open-title'), 'Ver o convite', '/conta/pessoas'];
const waiting: Seen = [message('gate.waiting'), 'Acompanhar a criação', '/provisionamento'];
const enter: readonly [string, string] = ['Abrir o painel', 'http://acme.localhost:4334/dashboard'];
const member: Seen = [message('gate.member'), ...enter];
const buyer: Seen = [message('gate.member-buys'), ...enter];
const paused: Seen = [message('gate.paused'), 'Ver minha conta', '/conta'];
const leave: Seen = [message('gate.member-buys'), 'Sair deste painel', '/conta/pessoas'];
const home: Seen = ['A sua conta ainda não tem um painel pronto.', 'Ir para a página inicial', '/'];
const gate = { nobody, invited, waiting, member, paused };

const ownMessages: Seen = [message('support.messages-none'), 'Escrever ao suporte', '/suporte'];

const table: Readonly<Record<string, Readonly<Record<Kind, Seen>>>> = {
  '/conta': {
    ...gate,
    owner: ['Seu Vigia', 'acme.localhost:4334', 'http://acme.localhost:4334/dashboard'],
    member: ['Painel em que você trabalha', 'Pessoas', '/conta/pessoas'],
    paused: [message('gate.paused'), 'Pessoas', '/conta/pessoas'],
    failure: [message('account.failed-title'), retry],
  },
  '/conta/plano': {
    ...gate,
    owner: ['Pagamento', 'Mudar de plano', '/upgrade?tenant=acme'],
    failure: [message('account.failed-title'), retry],
  },
  // A person has own data whatever else is so.
  '/conta/meus-dados': {
    nobody: ['Baixar uma cópia', 'Baixar os meus dados'],
    invited: ['Baixar uma cópia', 'Baixar os meus dados'],
    waiting: ['Baixar uma cópia', 'Baixar os meus dados'],
    owner: ['Apagar a conta', 'Baixar os meus dados'],
    member: ['Baixar uma cópia', 'Baixar os meus dados'],
    paused: ['Baixar uma cópia', 'Baixar os meus dados'],
    failure: ['Baixar uma cópia', 'Baixar os meus dados'],
  },
  // Who has no environment writes to support too.
  '/conta/suporte': {
    nobody: ownMessages,
    invited: ownMessages,
    waiting: ownMessages,
    owner: ownMessages,
    member: ownMessages,
    paused: ownMessages,
    failure: [message('support.messages-failed'), retry],
  },
  '/conta/pessoas': {
    ...gate,
    invited: ['Você recebeu um convite', 'Aceitar o convite'],
    owner: ['Quem entra no painel', 'Convidar'],
    member: ['Painel em que você trabalha', 'Sair deste painel'],
    paused: [message('gate.paused'), 'Sair deste painel'],
    failure: [message('people.failed-title'), retry],
  },
  '/conta/avisos': {
    ...gate,
    owner: [message('alerts.nobody'), 'Verificar Email'],
    member: [message('alerts.offer'), /^Receber os avisos/],
    failure: [message('alerts.failed-title'), retry],
  },
  '/conta/importar': {
    ...gate,
    owner: [/^Plano Essencial: até 30 monitores/, 'Ver o que vem'],
    failure: [message('import.failed-title'), retry],
  },
  '/conta/relatorios': {
    ...gate,
    owner: [message('report.not-included'), 'Ver os planos', '/upgrade?tenant=acme'],
    member: [message('report.none-yet'), ...enter],
    failure: [message('report.failed-title'), retry],
  },
  '/conta/atividade': {
    ...gate,
    owner: [message('activity.none'), 'Baixar planilha (CSV)'],
    member: [message('activity.none'), 'Baixar planilha (CSV)'],
    failure: [message('activity.failed-title'), retry],
  },
  '/conta/ocorrencias': {
    ...gate,
    owner: ['Loja', 'Baixar planilha (CSV)'],
    member: ['Loja', 'Baixar planilha (CSV)'],
    failure: [message('occurrences.failed-title'), retry],
  },
  '/conta/dados': {
    ...gate,
    owner: [/JSON/, /Baixar/],
    failure: [message('account.failed-title'), retry],
  },
  '/conta/cartao': {
    ...gate,
    owner: ['Número do cartão', /Trocar/],
    failure: [message('account.failed-title'), retry],
  },
  '/provisionamento': {
    ...gate,
    waiting: ['Progresso', message('provisioning.recheck')],
    owner: ['Progresso', message('provisioning.open'), 'http://acme.localhost:4334'],
    // The status does not tell who has a seat; the sign-in names no environment for who has none.
    paused: [message('gate.member'), 'Ver minha conta', '/conta'],
    // It asks again by itself.
    failure: [message('provisioning.status-failed'), message('provisioning.recheck')],
  },
  '/checkout': {
    nobody: ['Subdomínio', /^(Pagar|Criar meu)/],
    invited: [message('invitation.open-title'), 'Ver o convite', '/conta/pessoas'],
    waiting: [message('checkout.own-order'), 'Acompanhar a criação', '/provisionamento?tenant=acme'],
    owner: [message('error.tenant-exists'), ...enter],
    member: buyer,
    paused: leave,
    // The sign-in names an environment; the account tells whose.
    failure: [message('error.tenant-exists'), 'Ver minha conta', '/conta'],
  },
  '/upgrade': {
    ...{ nobody: home, invited: home, waiting: home, member: buyer, paused: home },
    owner: ['Uso', 'Continuar'],
    failure: [message('upgrade.figures-failed'), retry],
  },
  '/upgrade/checkout': {
    ...{ nobody: home, invited: home, waiting: home, member: buyer, paused: home },
    owner: ['Número do cartão', /^(Pagar|Processando|Confirmar|Concluir)/],
    failure: [message('upgrade.figures-failed'), retry],
  },
};

const works = {
  ...{ role: 'member', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
  ...{ state: 'active', joinedAt: '2026-11-20T15:00:00.000Z', owner: 'dona@teste.example' },
};
/** What the Worker answers to an account that is no owner, where only an owner is answered. */
const refusals: Readonly<Partial<Record<Kind, readonly [number, ErrorCode, object]>>> = {
  nobody: [404, 'order-missing', { details: { redirect: '/checkout' } }],
  invited: [404, 'order-missing', { details: { redirect: '/checkout' } }],
  waiting: [404, 'tenant-missing', { details: { redirect: '/provisionamento', tenant: 'acme' } }],
  member: [403, 'owner-only', { details: { tenant: 'acme' } }],
  paused: [403, 'member-paused', { details: { tenant: 'acme' } }],
};

const made = { ...noOrder, tenant: 'acme', plano: 'free', ciclo: 'monthly', criadoEm: noOrder.updatedAt };
const quota = { plan: 'free', currentMonitors: 3, monitorLimit: 5, canCreate: true, exact: true };

const since = Date.parse('2026-11-26T06:12:00Z');
const falls = {
  ...{ tenant: 'acme', url: 'http://acme.localhost:4334', from: 0, isComplete: true },
  occurrences: [
    {
      ...{ fall: 1, monitor: { id: 1, name: 'Loja', address: null }, since, until: since + 60_000 },
      ...{ endedBy: 'up', gap: null, message: 'sem rota', cause: null, signAt: null, told: [], seen: null },
    },
  ],
};
const alerts = {
  ...{
    role: 'owner',
    offer: null,
    monitors: [],
    tags: [],
    canChooseMonitors: true,
    canWriteText: true,
    channels: [],
  },
  ...{ channel: 'on', detached: [], untold: [], unchecked: [], recipients: [], messages: [] },
  ...{
    free: { email: 9, telegram: 10, posted: 9 },
    largerHasMore: false,
    share: { sent: 0, limit: 1000 },
    telegram: false,
  },
};
/** What an owner reads on each page. */
const owners: Readonly<Record<string, object>> = {
  'GET /api/conta/avisos': alerts,
  'GET /api/conta/importar': {
    ...{ plan: 'essential', limits: { monitors: 30, heartbeatSeconds: 300 } },
    ...{ running: 1, total: 1, present: [] },
  },
  'GET /api/conta/relatorios': { tenant: 'acme', level: 'none', byMail: true, months: [] },
  'GET /api/conta/atividade': { tenant: 'acme', activities: [], isComplete: true },
  'GET /api/conta/ocorrencias': falls,
};
/** Without the switch of the owner's mail, and with the own part of the alerts. */
const members: Readonly<Record<string, object>> = {
  'GET /api/conta/avisos': { ...alerts, role: 'member', offer: ana.email },
  'GET /api/conta/relatorios': { tenant: 'acme', level: 'basic', months: [] },
  'GET /api/conta/atividade': { tenant: 'acme', activities: [], isComplete: true },
  'GET /api/conta/ocorrencias': falls,
};
/** What everybody reads, each as it is for them. */
const answers: Readonly<Record<string, Readonly<Record<Exclude<Kind, 'failure'>, object>>>> = {
  'GET /api/conta': {
    nobody: { environment: 'none' },
    waiting: { environment: 'creating' },
    invited: { environment: 'none' },
    owner: active,
    member: works,
    paused: { ...works, isPaused: true },
  },
  'GET /api/conta/pessoas': {
    nobody: { role: 'none' },
    invited: {
      role: 'none',
      invitations: [
        {
          ...{ id: 'i1', tenant: 'acme', owner: 'dona@teste.example', email: ana.email },
          expiresAt: '2099-11-20T15:00:00.000Z',
        },
      ],
    },
    waiting: { role: 'none', isCreating: true },
    owner: {
      ...{ role: 'owner', tenant: 'acme', url: 'http://acme.localhost:4334', plan: 'pro' },
      ...{ seats: { total: 5, taken: 1 }, members: [], invitations: [] },
    },
    member: works,
    paused: { ...works, isPaused: true },
  },
  'GET /api/provisionamento/status': {
    nobody: noOrder,
    invited: noOrder,
    waiting: { ...made, provisionamentoStatus: 'EM_ANDAMENTO' },
    owner: {
      ...made,
      provisionamentoStatus: 'CONCLUIDO',
      url: 'http://acme.localhost:4334',
      argocd: { synced: true, healthy: true },
      ping: { ok: true },
    },
    member: { ...noOrder, membroDe: 'acme' },
    paused: { ...noOrder, membroDe: 'acme' },
  },
};

/** @returns The calls that this account is refused. */
function answerAs(kind: Kind): readonly string[] {
  const refusedCalls: string[] = [];
  const refuse = (call: string, answer: Parameters<typeof server.on>[1]) => {
    refusedCalls.push(call);
    server.on(call, answer);
  };
  const hasEnvironment = kind === 'owner' || kind === 'member' || kind === 'failure';
  provider.account = { ...ana, groups: hasEnvironment ? ['tenant:acme'] : [] };
  for (const [call, each] of Object.entries(answers))
    server.on(call, kind === 'failure' ? lost : () => json(each[kind]));
  const refused = refusals[kind];
  for (const [call, ownersAnswer] of Object.entries(owners)) {
    const answer = kind === 'member' ? members[call] : refused === undefined ? ownersAnswer : undefined;
    if (kind === 'failure') server.on(call, lost);
    else if (answer !== undefined) server.on(call, () => json(answer));
    else if (refused !== undefined)
      refuse(call, refusal(refused[0], refused[1], message(`error.${refused[1]}`), refused[2]));
  }
  server.on('GET /api/conta/dados', () => json({ motivos: [], prazos: [] }));
  server.on(
    'GET /api/conta/suporte',
    kind === 'failure' ? lost : () => json({ plan: null, isOwner: false, messages: [] }),
  );
  server.on('GET /api/conta/pagador', () => json({}));
  server.on('GET /api/conta/limites', () => json({ environment: 'none' }));
  server.on('GET /api/conta/primeiro-monitor', () => json({ aberto: false }));
  server.on('GET /api/checkout', () => json({ cardEntry: 'form', challenge: false }));
  server.on('POST /api/tenant/acme/quota/check', () => json(quota));
  const offers = 'GET /api/tenants/acme/upgrade';
  if (kind === 'failure') server.on(offers, lost);
  else if (kind === 'owner') server.on(offers, () => json(freeOffers));
  else refuse(offers, refusal(403, 'owner-only', message('error.owner-only')));
  return refusedCalls;
}

beforeEach(() => {
  setUp();
  window.scrollTo = vi.fn();
});

describe.each(Object.keys(table))('%s', (path) => {
  test.each(Object.entries(table[path] ?? {}) as [Kind, Seen][])(
    '%s',
    async (kind, [sentence, name, href]) => {
      const refusedCalls = answerAs(kind);
      await openAt(
        `${path}${path === '/upgrade/checkout' ? openedPlan : ''}`,
        islands[path] ?? (async () => null),
      );
      expect((await screen.findAllByText(sentence, {}, { timeout: 4_000 })).length).toBeGreaterThan(0);
      if (href === undefined) expect((await screen.findAllByRole('button', { name }))[0]).toBeTruthy();
      else expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
      const isRetried = screen.queryAllByRole('button', { name: retry }).length > 0;
      expect(isRetried).toBe(kind === 'failure' && name === retry);
      if (kind === 'member' || kind === 'paused')
        expect(screen.queryByRole('link', { name: 'Escolher um plano' })).toBeNull();
      // No menu leads to the payment of a change, which is asked for at once.
      if (path !== '/upgrade/checkout')
        expect(refusedCalls.filter((call) => server.to(call).length > 0)).toEqual([]);
      // A toast says first why the page is left (requirements 000 §2).
      if (kind !== 'failure' && href !== '/') expect(screen.queryByRole('alert')).toBeNull();
    },
  );
});

test('another’s environment is refused once, with the way to the own one', async () => {
  answerAs('owner');
  server.on('GET /api/tenants/alheio/upgrade', refusal(403, 'forbidden', message('error.forbidden')));
  sessionStorage.setItem('authReload', JSON.stringify(['GET /api/tenants/alheio/upgrade']));
  await openAt(
    '/upgrade/checkout?tenant=alheio&plan=pro',
    islands['/upgrade/checkout'] ?? (async () => null),
  );
  expect(await screen.findByText(message('error.forbidden'))).toBeTruthy();
  const own = screen.getByRole('link', { name: 'Mudar o plano de acme' });
  expect(own.getAttribute('href')).toBe('/upgrade?tenant=acme');
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
});

test('a member who opens another’s environment is led to the account', async () => {
  answerAs('member');
  localStorage.setItem('hasAccount', 'member');
  server.on('GET /api/tenants/alheio/upgrade', refusal(403, 'forbidden', message('error.forbidden')));
  sessionStorage.setItem('authReload', JSON.stringify(['GET /api/tenants/alheio/upgrade']));
  await openAt(
    '/upgrade/checkout?tenant=alheio&plan=pro',
    islands['/upgrade/checkout'] ?? (async () => null),
  );
  const way = await screen.findByRole('link', { name: 'Ver minha conta' });
  expect(way.getAttribute('href')).toBe('/conta');
});

test('an environment that is gone has nothing to pay', async () => {
  answerAs('owner');
  server.on('GET /api/tenants/acme/upgrade', refusal(404, 'tenant-missing', message('error.tenant-missing')));
  await openAt(`/upgrade/checkout${openedPlan}`, islands['/upgrade/checkout'] ?? (async () => null));
  expect(await screen.findByText(message('upgrade.ended'))).toBeTruthy();
});

test('a refusal that does not say whose environment it is names none', async () => {
  answerAs('member');
  server.on('GET /api/conta/avisos', refusal(403, 'owner-only', message('error.owner-only')));
  await openAt('/conta/avisos', islands['/conta/avisos'] ?? (async () => null));
  expect(await screen.findByText(message('gate.member'))).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Abrir o painel' })).toBeNull();
});

test('an environment that is gone has no page, and no other try', async () => {
  answerAs('owner');
  server.on('GET /api/conta/avisos', refusal(404, 'tenant-missing', message('error.tenant-missing')));
  await openAt('/conta/avisos', islands['/conta/avisos'] ?? (async () => null));
  expect(await screen.findByText(message('gate.ended'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
});

test('a refusal that cannot pass offers no other try', async () => {
  answerAs('owner');
  server.on('GET /api/conta/avisos', refusal(403, 'forbidden', message('error.forbidden')));
  sessionStorage.setItem('authReload', JSON.stringify(['GET /api/conta/avisos']));
  await openAt('/conta/avisos', islands['/conta/avisos'] ?? (async () => null));
  expect(await screen.findByText(message('error.forbidden'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: retry })).toBeNull();
  expect(screen.getByRole('link', { name: 'Falar com o suporte' })).toBeTruthy();
});

test('an open invitation says who invites, to what, until when, and that it is free', async () => {
  answerAs('invited');
  await openAt('/checkout', islands['/checkout'] ?? (async () => null));
  const words = message('invitation.open', {
    ...{ quem: 'dona@teste.example', endereco: 'acme.localhost:4334', ate: '20/11/2099 às 12h00' },
  });
  expect(await screen.findByText(words)).toBeTruthy();
  expect(screen.getByText(message('invitation.open-free'))).toBeTruthy();
});

test('every page with an island for signed-in people is in the table', () => {
  const files = globSync('src/**/*.tsx', { cwd: projectRoot });
  const gated = files.filter((file) =>
    /\bsignedInPage\(|<Protected\b|useOffers\b/.test(readFileSync(`${projectRoot}/${file}`, 'utf8')),
  );
  const pages = globSync('src/pages/**/*.astro', { cwd: projectRoot })
    .filter((page) => {
      const source = readFileSync(`${projectRoot}/${page}`, 'utf8');
      return gated.some((file) => source.includes(`'#${file.replace(/^src\//, '').replaceAll('\\', '/')}'`));
    })
    .map((page) => `/${page.replaceAll('\\', '/').replace(/^src\/pages\/|\.astro$/g, '')}`);
  expect(pages.length).toBeGreaterThan(8);
  expect(pages.filter((page) => !(page in table))).toEqual([]);
});
