/** The page that completes an upgrade, as a customer meets it: the page, its fields, what they send. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, vi } from 'vitest';
import type { UpgradeOffers } from '#domain/contracts/upgrade.ts';
import { message } from '#domain/messages.ts';
import { monthlyOffers } from '#tests/support/offers.ts';
import { json } from './fake-api.ts';
import { APPROVED, cepAnswer, field, typePayment } from './payment-typing.ts';
import { OFFERS, server, setUp as setUpTenant, UPGRADE, user } from './upgrade-page.tsx';

export const PRO_YEARLY = '?plan=pro&tenant=padaria&cycle=yearly';

export const applied = {
  status: 'applied',
  plan: 'pro',
  cycle: 'yearly',
  details: message('upgrade.done'),
  hojeCentavos: 0,
} as const;

/** A tenant on Essential, signed in; the services answer well, and nothing is remembered. */
export function setUp() {
  setUpTenant();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form' }));
  tenantIsOffered(monthlyOffers('essential'));
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(UPGRADE, () => json(applied));
}

/** What the server offers from now on. */
export function tenantIsOffered(offers: UpgradeOffers) {
  server.on(OFFERS, () => json(offers));
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

/** The fields of another card than the one on file. */
export const giveAnotherCard = () => user.click(screen.getByRole('radio', { name: /Usar outro cartão/ }));

export const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Confirmar|Processando)/ });

export async function fillCard(card = APPROVED) {
  await giveAnotherCard();
  await typePayment(user, card);
}

export const acceptTerms = () =>
  user.click(field('Li e aceito os termos de uso e as regras de cobrança e limites.'));

export async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}
