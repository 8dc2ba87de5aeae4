/** The page that completes an upgrade, as a customer meets it: the page, its fields, what they send. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import type { PlanId } from '#domain/plans/ids.ts';
import { catalog } from '#lib/catalog.ts';
import { json } from './fake-api.ts';
import { APPROVED, cepAnswer, field, typePayment } from './payment-typing.ts';
import { QUOTA, quota, server, setUp as setUpTenant, UPGRADE, user } from './upgrade-page.tsx';

export const PRO_YEARLY = '?plan=pro&tenant=padaria&cycle=yearly';

export const applied = {
  status: 'applied',
  plan: 'pro',
  cycle: 'yearly',
  details: message('upgrade.done'),
} as const;

/** A tenant on Essential, signed in; the services answer well, and nothing is remembered. */
export function setUp() {
  setUpTenant();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form' }));
  tenantHas('essential');
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(UPGRADE, () => json(applied));
}

/** The plan that the server tells of the tenant from now on. */
export function tenantHas(plan: PlanId) {
  server.on(QUOTA, () => json(quota(plan, { monitorLimit: catalog.plan(plan).limits.monitors })));
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

export async function fillCard(card = APPROVED) {
  await typePayment(user, card);
}

export const acceptTerms = () =>
  user.click(field('Li e aceito os termos de uso e as regras de cobrança e limites.'));

export const keepCard = () => user.click(screen.getByRole('radio', { name: /Manter o cartão atual/ }));

export async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}
