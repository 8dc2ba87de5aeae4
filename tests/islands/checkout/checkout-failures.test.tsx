/** A failed order: the message, the input that is kept, and the key of the retry. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { goTo, reloadPage } from '#tests/islands/fake-navigate.ts';
import {
  CHECKOUT,
  fillFree,
  fillPaid,
  openCheckout,
  send,
  server,
  setUp,
  submitButton,
  user,
} from './checkout-page.tsx';
import { field, fill, fillPayment } from './payment-typing.ts';

beforeEach(setUp);

const keys = () => server.to(CHECKOUT).map((sent) => sent.headers.get('idempotency-key'));

test('without a sentence of the server the page has its own', async () => {
  server.on(
    CHECKOUT,
    () => new Response('', { status: 400 }),
    () => new Response('', { status: 504 }),
  );
  await openCheckout('?plan=free');
  await fillFree();
  for (const sentence of [message('checkout.unexpected'), message('checkout.unknown')]) {
    await send();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(sentence));
  }
});

test('a declined card gets one sentence; another gets a new key', async () => {
  const declined = message('error.payment-declined');
  server.on(CHECKOUT, refusal(402, 'payment-declined', declined), () =>
    json({ cliente: { subdominio: 'padaria-central' } }),
  );
  await openCheckout('?plan=pro');
  await fillPaid();
  await send();
  await screen.findByText('Erro ao finalizar cadastro');
  // Said once: the number has the focus and is described by it.
  expect(screen.getAllByText(declined)).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
  const number = field('Número do cartão');
  expect(document.activeElement).toBe(number);
  expect(number.getAttribute('aria-invalid')).toBe('true');
  const notice = document.getElementById(number.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '');
  expect(notice?.textContent).toContain(declined);
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
  expect(submitButton().disabled).toBe(false);
  expect(field('Nome no cartão').value).toBe('Ana Souza');
  await user.tab();
  expect(screen.getByText(declined)).toBeTruthy();
  fill('CVV', '124');
  expect(screen.queryByText(declined)).toBeNull();
  expect(field('Número do cartão').getAttribute('aria-invalid')).toBeNull();
  fill('Número do cartão', '5555555555554444');
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(new Set(keys()).size).toBe(2);
});

test('after signing in again, the form explains the empty card once', async () => {
  await openCheckout('?plan=pro');
  expect(screen.queryByText(message('session.ended'))).toBeNull();
  await fillPaid();
  provider.refresh = 'refused';
  await send();
  await waitFor(() => expect(provider.calls.at(-1)?.method).toBe('login'));
  provider.refresh = 'works';
  await openCheckout('?plan=pro');
  expect(screen.getByText(message('session.ended'))).toBeTruthy();
  const campos = 'Cartão, telefone e CPF ou CNPJ';
  expect(screen.getByText(message('session.not-kept', { campos }))).toBeTruthy();
  expect(field('Rua').value).not.toBe('');
  expect(field('Número do cartão').value).toBe('');
  await openCheckout('?plan=pro');
  expect(screen.queryByText(message('session.ended'))).toBeNull();
});

test('after a reload for a refused session, the form says so in view', async () => {
  await openCheckout('?plan=pro');
  await fillPaid();
  server.on(CHECKOUT, refusal(401, 'unauthenticated', message('error.unauthenticated')));
  await send();
  await waitFor(() => expect(reloadPage).toHaveBeenCalledTimes(1));
  await openCheckout('?plan=pro');
  const said = screen.getByText(message('session.reloaded'));
  expect(document.activeElement?.contains(said)).toBe(true);
  expect([field('Rua').value, field('Número do cartão').value]).toEqual(['Avenida Paulista', '']);
  // The accepted terms are restored.
  await fillPayment();
  await send();
  // A second refusal is said by itself: what was said of the first would belie it.
  expect(await screen.findByText(message('error.unauthenticated'))).toBeTruthy();
  expect(screen.queryByText(message('session.reloaded'))).toBeNull();
  await openCheckout('?plan=pro');
  expect(screen.queryByText(message('session.reloaded'))).toBeNull();
});

test('a sign-out in another tab removes the account from the page', async () => {
  await openCheckout('?plan=free');
  await fillFree();
  new BroadcastChannel('signed-out').postMessage(null);
  expect(await screen.findByText(message('session.left'))).toBeTruthy();
  expect(screen.queryByLabelText('Subdomínio')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(field('Subdomínio').value).toBe('padaria-central'));
});
