/** The plan choice page for tests. */
import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import { message } from '#domain/messages.ts';
import type { BillingCycle, PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { json } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { button, openAt, server, setUp as setUpPage, user } from '#tests/islands/island-page.tsx';
import { freeOffers, monthlyOffers } from '#tests/support/offers.ts';

export const QUOTA = 'POST /api/tenant/padaria/quota/check';

export const READINESS = 'GET /api/tenants/padaria/pronto';

export const OFFERS = 'GET /api/tenants/padaria/upgrade';

export const UPGRADE = 'POST /api/tenants/padaria/upgrade';

export { button, server, user };

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
  setUpPage();
  provider.account = { ...ana, groups: ['tenant:padaria'] };
  server.on(QUOTA, () => json(quota('free')));
  server.on(OFFERS, () => json(freeOffers));
  server.on(UPGRADE, () => json(applied));
  server.on(READINESS, () => json({ isReady: true }));
}

/** Makes the tenant pay monthly for `plan`. */
export function tenantPays(plan: PlanId) {
  server.on(QUOTA, () => json(quota(plan, { monitorLimit: catalog.plan(plan).limits.monitors })));
  server.on(OFFERS, () => json(monthlyOffers(plan)));
}

/** Opens the page at `search`, like a page load. */
export async function openUpgrade(search: string) {
  await openAt(`/upgrade${search}`, async () => {
    const { Upgrade } = await import('#checkout/plan-change/upgrade.tsx');
    return <Upgrade terms={<p>Texto dos termos</p>} />;
  });
}

export async function openSignedIn(search = '?tenant=padaria') {
  await openUpgrade(search);
  await screen.findByText('Uso');
  await screen.findAllByText(/a partir de \d\d/);
}

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
