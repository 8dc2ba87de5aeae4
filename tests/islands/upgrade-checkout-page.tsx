/** The page that completes an upgrade, as a customer meets it: the page, its fields, what they send. */
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { type FakeApi, installApi, json } from './fake-api.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';
import { goTo } from './fake-navigate.ts';
import { APPROVED, cepAnswer, field, typePayment } from './payment-typing.ts';

export const UPGRADE = 'POST /api/tenants/padaria/upgrade';

export const PRO_YEARLY = '?plan=pro&tenant=padaria&cycle=yearly';

export const applied = {
  status: 'applied',
  plan: 'pro',
  cycle: 'yearly',
  details: message('upgrade.done'),
} as const;

export let server: FakeApi;

export let user: UserEvent;

/** A tenant on Essential, signed in; the services answer well, and nothing is remembered. */
export function setUp() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  window.scrollTo = vi.fn();
  resetProvider();
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form' }));
  tenantHas('essential');
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(UPGRADE, () => json(applied));
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

/** The plan that the server tells of the tenant from now on. */
export function tenantHas(plan: PlanId) {
  server.on('POST /api/tenant/padaria/quota/check', () =>
    json({
      plan,
      cycle: 'monthly',
      currentMonitors: 3,
      monitorLimit: catalog.plan(plan).limits.monitors,
      canCreate: true,
      exact: true,
    }),
  );
}

/** Opens the page at `search`, as after a page load. */
export async function openPage(search: string) {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', `/upgrade/checkout${search}`);
  const { UpgradeCheckout } = await import('#islands/upgrade-checkout/upgrade-checkout.tsx');
  render(<UpgradeCheckout terms={<p>Texto dos termos</p>} />);
}

export async function openForm(search = PRO_YEARLY) {
  await openPage(search);
  await screen.findByRole('form', { name: 'Concluir upgrade' });
}

export const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Confirmar|Processando)/ });

export const toast = () => within(screen.getByRole('region', { name: 'Avisos' }));

export async function fillCard(card = APPROVED) {
  await typePayment(user, card);
}

export const acceptTerms = () => user.click(field('Li e aceito os termos de uso.'));

export const keepCard = () => user.click(screen.getByRole('radio', { name: /Manter o cartão atual/ }));

export async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}
