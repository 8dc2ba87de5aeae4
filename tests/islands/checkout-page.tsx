/** The checkout as a customer meets it: the page, its fields, what they send. */
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { expect, vi } from 'vitest';
import { type FakeApi, installApi, json } from './fake-api.ts';
import { resetProvider } from './fake-keycloak.ts';
import { goTo } from './fake-navigate.ts';

export const APPROVED = '4111111111111111';

export const TAX_ID = '12ABC34501DE35';

export const CHECKOUT = 'POST /api/checkout';

export const cepAnswer = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
};

export let server: FakeApi;

export let user: UserEvent;

/** The services answer well, and nothing is remembered. */
export function setUp() {
  resetProvider();
  sessionStorage.clear();
  localStorage.clear();
  goTo.mockReset();
  server = installApi();
  server.on('GET /api/subdominios/', (sent) =>
    json({ subdominio: sent.path.split('/').at(-1), disponivel: true }),
  );
  server.on('GET /ws/', () => json(cepAnswer));
  server.on(CHECKOUT, () => json({ cliente: { subdominio: 'padaria-central' } }));
  user = userEvent.setup();
}

export async function renderCheckout(search: string) {
  cleanup();
  vi.resetModules();
  window.history.replaceState(null, '', `/checkout${search}`);
  const { Checkout } = await import('#islands/checkout/checkout.tsx');
  render(<Checkout terms={<p>Texto dos termos</p>} />);
}

/** Opens the page at `search`, as after a page load. */
export async function openCheckout(search: string) {
  await renderCheckout(search);
  await screen.findByRole('form', { name: 'Criar minha conta' });
}

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

export const submitButton = () =>
  screen.getByRole<HTMLButtonElement>('button', {
    name: /^(Pagar|Criar meu|Processando)/,
  });

export async function fillFree(subdomain = 'padaria-central') {
  await user.type(field('Subdomínio'), subdomain);
  await user.click(field('Li e aceito os termos de uso.'));
}

export async function fillPaid(card = APPROVED) {
  await fillFree();
  await user.type(field('Número do cartão'), card);
  await user.type(field('Nome no cartão'), 'Ana Souza');
  await user.type(field('Validade'), '1230');
  await user.type(field('CVV'), '123');
  await user.type(field('Telefone com DDD'), '11988887777');
  await user.type(field('CPF ou CNPJ'), TAX_ID);
  await user.type(field('CEP'), '01310100');
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Paulista'));
  await user.type(field('Número'), '1000');
}

export async function send() {
  await waitFor(() => expect(submitButton().disabled).toBe(false));
  await user.click(submitButton());
}
