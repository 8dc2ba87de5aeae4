import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { createCatalog } from '#domain/plans/catalog.ts';
import { planColumns } from '#domain/plans/columns.ts';
import { PlanChoice } from '#islands/plan-choice/plan-choice.tsx';
import { goTo } from '#lib/navigate.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';

const left = vi.mocked(goTo);
const catalog = createCatalog(plansJson);
const to = { apiUrl: '', tenantUrlTemplate: 'https://{tenant}.vigia.example' };

beforeEach(() => {
  resetProvider();
  left.mockClear();
  localStorage.clear();
  // Like a page load: the session's module starts again.
  vi.resetModules();
});

function show() {
  const columns = planColumns({
    catalog,
    apiUrl: '',
    whatsapp: '5511400000000',
    whatsappMessage: 'Olá, quero falar sobre o plano Empresarial.',
  });
  render(columns.map((column) => <PlanChoice key={column.id} column={column} to={to} />));
}

/** Both cycles are in the page; without the style sheet the monthly one is first. */
const choose = (label: string, cycle: 'monthly' | 'yearly' = 'monthly') =>
  fireEvent.click(screen.getAllByRole('link', { name: label })[cycle === 'monthly' ? 0 : 1] as HTMLElement);
const destination = async () => {
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  return left.mock.calls[0]?.[0];
};

test('a visitor goes to the registration, with the choice stored', async () => {
  provider.account = null;
  show();
  choose('Assinar Pro', 'yearly');
  expect(localStorage.getItem('selectedPlan')).toBe('pro');
  expect(localStorage.getItem('billingCycle')).toBe('yearly');
  expect(await destination()).toBe('/api/auth/redirect?action=register&plan=pro&cycle=yearly');
});

test('an account without environment gets a new token, then the form', async () => {
  show();
  choose('Assinar Essencial');
  expect(await destination()).toBe('/checkout?plan=essential&cycle=monthly');
  expect(provider.calls).toContainEqual({ method: 'updateToken', options: 30 });
});

test('a customer goes to the support page', async () => {
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  show();
  choose('Assinar Pro');
  expect(await destination()).toBe('/suporte?motivo=plano');
});

test('without groups, user info names the environment', async () => {
  provider.userInfo = { attributes: { tenant: ['padaria'] } };
  show();
  choose('Assinar Pro');
  expect(await destination()).toBe('/suporte?motivo=plano');
});

test('a failed renewal is ignored', async () => {
  provider.refresh = 'unreachable';
  show();
  choose('Começar grátis');
  expect(await destination()).toBe('/checkout?plan=free&cycle=monthly');
});

test('a failed provider leads to the registration', async () => {
  provider.init = 'rejects';
  show();
  choose('Assinar Pro');
  expect(await destination()).toBe('/api/auth/redirect?action=register&plan=pro&cycle=monthly');
});

test('a click for a new tab is left to the browser', () => {
  show();
  const link = screen.getAllByRole('link', { name: 'Assinar Pro' })[0] as HTMLElement;
  expect(fireEvent.click(link, { metaKey: true })).toBe(true);
  expect(left).not.toHaveBeenCalled();
});
