/** The checkout page for tests: the page, its fields, its requests. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { json } from '#tests/islands/fake-api.ts';
import { openAt, server, setUp as setUpPage, user } from '#tests/islands/island-page.tsx';
import { APPROVED, cepAnswer, field, fill, fillPayment } from './payment-typing.ts';

export const CHECKOUT = 'POST /api/checkout';

export const STATUS = 'GET /api/provisionamento/status';

/** The response for an account without an order. */
export const noOrder = {
  provisionamentoStatus: 'AGUARDANDO',
  updatedAt: '2026-11-21T12:00:00.000Z',
  argocd: { synced: false, healthy: false },
  ping: { ok: false },
};

export { server, user };

/** Resets services and storage. */
export function setUp() {
  setUpPage();
  server.on('GET /api/subdominios/', (sent) =>
    json({ subdomain: sent.path.split('/').at(-1), isAvailable: true }),
  );
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(STATUS, () => json(noOrder));
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'padaria-central' } }));
}

export async function renderCheckout(search: string) {
  await openAt(`/checkout${search}`, async () => {
    const { Checkout } = await import('#checkout/sign-up/checkout.tsx');
    await import('#checkout/sign-up/order-gate.tsx');
    return <Checkout terms={<p>Texto dos termos</p>} />;
  });
}

/** Opens the page at `search`, like a page load. */
export async function openCheckout(search: string) {
  await renderCheckout(search);
  await screen.findByRole('form', { name: 'Criar meu painel' });
  // What pays comes with its own code.
  if (!isFree()) await screen.findByLabelText('CPF ou CNPJ');
}

const isFree = (): boolean => submitButton().textContent?.startsWith('Criar meu') === true;

/** Unfolds the plans. */
export const unfoldPlans = () => user.click(screen.getByRole('button', { name: 'Mudar o plano' }));

/** A press on the button that is not ready; what is under it gets it. */
export const pressTooEarly = () => fireEvent.click(submitButton().parentElement as HTMLElement);

export const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', {
    name: /^(Pagar|Criar meu|Processando)/,
  });

export async function fillFree(subdomain = 'padaria-central') {
  fill('Subdomínio', subdomain);
  await user.click(field('Li e aceito os termos de uso e as regras de cobrança e limites.'));
}

export async function fillPaid(card = APPROVED) {
  await fillFree();
  await fillPayment(card);
}

export async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}
