/** The upgrade checkout page for tests: the page, its fields, its requests. */
import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import type { UpgradeOffers } from '#domain/api-schemas/plan-change.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openAt } from '#tests/islands/island-page.tsx';
import { monthlyOffers } from '#tests/support/offers.ts';
import { APPROVED, cepAnswer, field, fillPayment } from './payment-typing.ts';
import {
  applied as appliedMonthly,
  OFFERS,
  server,
  setUp as setUpTenant,
  UPGRADE,
  user,
} from './plan-change-page.tsx';

export const PRO_YEARLY = '?plan=pro&tenant=padaria&cycle=yearly';

export const applied = { ...appliedMonthly, cycle: 'yearly' } as const;

/** Resets services and storage, with a signed-in tenant on Essential. */
export function setUp() {
  setUpTenant();
  server.on('GET /api/checkout', () => json({ cardEntry: 'form' }));
  tenantIsOffered(monthlyOffers('essential'));
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(UPGRADE, () => json(applied));
}

/** Sets the server's offers. */
export function tenantIsOffered(offers: UpgradeOffers) {
  server.on(OFFERS, () => json(offers));
}

/** Opens the page at `search`, like a page load. */
export async function openPage(search: string) {
  await openAt(`/upgrade/checkout${search}`, async () => {
    const { UpgradeCheckout } = await import('#checkout/plan-change-payment/upgrade-checkout.tsx');
    return <UpgradeCheckout terms={<p>Texto dos termos</p>} />;
  });
}

export async function openForm(search = PRO_YEARLY) {
  await openPage(search);
  await screen.findByRole('form', { name: 'Concluir upgrade' });
}

/** Chooses another card than the stored one. */
export const giveAnotherCard = () => user.click(screen.getByRole('radio', { name: /Usar outro cartão/ }));

export const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', { name: /^(Confirmar|Processando)/ });

export async function fillCard(card = APPROVED) {
  await giveAnotherCard();
  await fillPayment(card);
}

export const acceptTerms = () =>
  user.click(field('Li e aceito os termos de uso e as regras de cobrança e limites.'));

export async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}
