/** The plan choice page for tests. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { vi } from 'vitest';
import { message } from '#domain/messages.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { type FakeApi, installApi, json } from '#tests/islands/fake-api.ts';
import { ana, provider, resetProvider } from '#tests/islands/fake-keycloak.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { freeOffers, monthlyOffers } from '#tests/support/offers.ts';

export const QUOTA = 'POST /api/tenant/padaria/quota/check';

export const READINESS = 'GET /api/tenants/padaria/pronto';

export const OFFERS = 'GET /api/tenants/padaria/upgrade';

export const UPGRADE = 'POST /api/tenants/padaria/upgrade';

export let server: FakeApi;

export let user: UserEvent;

export const quota = (plan: string, more: object = {}) => ({
  plan,
  cycle: 'monthly' satisfies BillingCycle,
  currentMonitors: 3,
  monitorLimit: 5,
  canCreate: true,
  exact: true,
  ...more,
});

export const applied = {
  status: 'applied',
  plan: 'pro',
  cycle: 'monthly',
  details: message('upgrade.done'),
  hojeCentavos: 0,
} as const;

/** Resets services and storage, with a signed-in free tenant. */
export function setUp() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  window.scrollTo = vi.fn();
  resetProvider();
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  server.on(QUOTA, () => json(quota('free')));
  server.on(OFFERS, () => json(freeOffers));
  server.on(UPGRADE, () => json(applied));
  server.on(READINESS, () => json({ pronto: true }));
  user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
}

/** Makes the tenant pay monthly for `plan`. */
export function tenantPays(plan: PlanId) {
  server.on(QUOTA, () => json(quota(plan, { monitorLimit: catalog.plan(plan).limits.monitors })));
  server.on(OFFERS, () => json(monthlyOffers(plan)));
}

/** Opens the page at `search`, like a page load. */
export async function openUpgrade(search: string) {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', `/upgrade${search}`);
  const { Upgrade } = await import('#checkout/upgrade/upgrade.tsx');
  render(<Upgrade terms={<p>Texto dos termos</p>} />);
}

export async function openSignedIn(search = '?tenant=padaria') {
  await openUpgrade(search);
  await screen.findByText('Uso');
  await screen.findAllByText(/a partir de \d\d/);
}

export const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name });

export const press = (name: string | RegExp) => user.click(button(name));

export const toast = () => within(screen.getByRole('region', { name: 'Avisos' }));

/** Chooses a plan, opens the terms and accepts them. */
export async function confirmDirect(name: string) {
  await press(`Escolher ${name}`);
  await press('Continuar');
  await user.click(
    await screen.findByLabelText('Li e aceito os termos de uso e as regras de cobrança e limites.'),
  );
  await press(/^Confirmar por/);
}
