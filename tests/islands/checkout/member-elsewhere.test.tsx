/** A person who works in another's environment is never sold a plan, and is told how to leave. */
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { MembersView } from '#domain/api-schemas/people.ts';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { openAt, server, setUp } from '#tests/islands/island-page.tsx';
import { noOrder } from './checkout-page.tsx';

const view: MembersView = {
  ...{ role: 'member', tenant: 'padaria', url: 'http://padaria.localhost:4334', plan: 'pro' },
  ...{ state: 'active', joinedAt: '2026-11-20T15:00:00.000Z', owner: 'dona@teste.example' },
};
const OFFERS = 'GET /api/tenants/padaria/upgrade';

beforeEach(() => {
  setUp();
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  window.scrollTo = vi.fn();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form', challenge: false }));
  server.on('GET /api/conta', () => json(view));
  server.on('GET /api/conta/limites', () => json({ ambiente: 'nenhum' }));
  server.on('GET /api/provisionamento/status', () => json(noOrder));
  server.on('POST /api/tenant/padaria/quota/check', () =>
    json({ plan: 'pro', currentMonitors: 83, monitorLimit: 75, canCreate: false, exact: true }),
  );
  server.on(OFFERS, refusal(403, 'owner-only', message('error.owner-only')));
});

const islands = {
  '/checkout': async () => (await import('#checkout/sign-up/checkout.tsx')).Checkout,
  '/upgrade/checkout': async () =>
    (await import('#checkout/plan-change-payment/upgrade-checkout.tsx')).UpgradeCheckout,
  '/upgrade': async () => (await import('#checkout/plan-change/upgrade.tsx')).Upgrade,
  '/conta/cartao': async () => (await import('#checkout/card-change/card-change.tsx')).CardChange,
} as const;

const open = (path: string) =>
  openAt(path, async () => {
    const Island = await islands[path.split('?')[0] as keyof typeof islands]();
    return <Island terms={<p>Texto dos termos</p>} />;
  });

test('is not asked for the limits, which only the owner reads', async () => {
  await open('/upgrade');
  expect(await screen.findByText(message('gate.member-buys'))).toBeTruthy();
  expect(server.to('GET /api/conta/limites')).toEqual([]);
});

describe('is told whose environment it is', () => {
  test.each([
    ['/checkout?plan=pro', 'gate.member-buys', 'Sair deste painel', '/conta/pessoas'],
    ['/upgrade', 'gate.member-buys', 'Sair deste painel', '/conta/pessoas'],
    [
      '/upgrade/checkout?plan=enterprise&tenant=padaria&cycle=monthly',
      'gate.member-buys',
      'Sair deste painel',
      '/conta/pessoas',
    ],
    ['/conta/cartao', 'gate.member', 'Ver minha conta', '/conta'],
  ] as const)('%s', async (path, sentence, name, href) => {
    await open(path);
    expect(await screen.findByText(message(sentence))).toBeTruthy();
    expect(screen.getByText(message('gate.works-in', { endereco: 'padaria.localhost:4334' }))).toBeTruthy();
    expect(screen.getByRole('link', { name }).getAttribute('href')).toBe(href);
    expect(
      screen.queryByRole('button', { name: /^(Escolher|Continuar|Tentar novamente|Pagar|Confirmar)/ }),
    ).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByText(message('error.tenant-exists'))).toBeNull();
  });
});

test('without an answer about the order nothing is claimed about whose it is', async () => {
  server.on('GET /api/provisionamento/status', lost);
  await open('/checkout?plan=pro');
  expect(await screen.findByRole('link', { name: 'Ver minha conta' })).toBeTruthy();
  expect(screen.queryByText(message('gate.member-buys'))).toBeNull();
});
