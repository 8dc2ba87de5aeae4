/** A failed order: the message, the input that is kept, and the key of the retry. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { formatPrice } from '#domain/plans/catalog.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
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
import { field } from './payment-typing.ts';

beforeEach(setUp);

const keys = () => server.to(CHECKOUT).map((sent) => sent.headers.get('idempotency-key'));

test('a lost response keeps the key; a definite one brings another', async () => {
  server.on(CHECKOUT, lost, lost, refusal(409, 'order-open', message('error.order-open')), () =>
    json({ cliente: { subdominio: 'padaria-central' } }),
  );
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  expect((await screen.findByRole('alert')).textContent).toContain('Erro de conexão');
  await openCheckout('?plan=free');
  expect(field('Subdomínio').value).toBe('padaria-central');
  await send();
  await waitFor(() => expect(keys()).toHaveLength(2));
  await send();
  await waitFor(() => expect(keys()).toHaveLength(3));
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  const [first, second, third, fourth] = keys();
  expect(second).toBe(first);
  expect(third).toBe(first);
  expect(fourth).not.toBe(first);
});

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
    expect(screen.getByRole('alert').textContent).toContain(message('checkout.failed-title'));
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
  await user.type(field('CVV'), '{backspace}3');
  expect(screen.queryByText(declined)).toBeNull();
  expect(field('Número do cartão').getAttribute('aria-invalid')).toBeNull();
  await user.clear(field('Número do cartão'));
  await user.type(field('Número do cartão'), '5555555555554444');
  await send();
  await waitFor(() => expect(goTo).toHaveBeenCalled());
  expect(new Set(keys()).size).toBe(2);
}, 30_000);

test('the server’s error stays at its field until it changes', async () => {
  server.on(CHECKOUT, refusal(409, 'subdomain-taken', message('error.subdomain-taken')));
  await openCheckout('?plan=free');
  await fillFree();
  await send();
  const input = field('Subdomínio');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBe('true'));
  expect(document.getElementById('subdominio-erro')?.textContent).toBe(message('subdomain.taken'));
  expect(submitButton().disabled).toBe(true);
  await user.type(input, '-2');
  await waitFor(() => expect(input.getAttribute('aria-invalid')).toBeNull());
});

test('a debt links to its payment page, and input is kept', async () => {
  const owed = message('debt.days', { dias: 4, valor: 'R$ 13,20' });
  const details = { valorCentavos: '1320', dias: '4', paymentUrl: 'https://asaas.example/i/divida' };
  server.on(CHECKOUT, refusal(409, 'debt-open', owed, { details }));
  await openCheckout('?plan=pro');
  await fillPaid();
  await send();
  const toast = await screen.findByRole('alert');
  expect(toast.textContent).toContain(owed);
  const link = within(toast).getByRole('link');
  expect(link.textContent).toBe(message('debt.pay', { valor: formatPrice(1_320) }));
  expect(link.getAttribute('href')).toBe(details.paymentUrl);
  expect(field('Nome no cartão').value).toBe('Ana Souza');
}, 30_000);

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
}, 30_000);

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
  await openCheckout('?plan=pro');
  expect(screen.queryByText(message('session.reloaded'))).toBeNull();
}, 30_000);

test('a sign-out in another tab removes the account from the page', async () => {
  await openCheckout('?plan=free');
  await fillFree();
  new BroadcastChannel('signed-out').postMessage(null);
  expect(await screen.findByText(message('session.left'))).toBeTruthy();
  expect(screen.queryByLabelText('Subdomínio')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Entrar' }));
  await waitFor(() => expect(field('Subdomínio').value).toBe('padaria-central'));
});
