/** A failed upgrade: the message, the input that is kept, and the key of the retry. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { difference, monthlyOffers, yearlyOffers } from '#tests/support/offers.ts';
import { field, fillPayment } from './payment-typing.ts';
import { OFFERS, server, toast, UPGRADE, user } from './plan-change-page.tsx';
import {
  acceptTerms,
  applied,
  fillCard,
  giveAnotherCard,
  openForm,
  openPage,
  PRO_YEARLY,
  send,
  setUp,
  submitButton,
  tenantIsOffered,
} from './plan-change-payment-page.tsx';

beforeEach(setUp);

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

const keys = () => server.to(UPGRADE).map((sent) => sent.headers.get('idempotency-key'));

test('a refusal is shown under the title of the page', async () => {
  server.on(
    UPGRADE,
    refusal(409, 'payment-pending', message('upgrade.suspended')),
    () => new Response('', { status: 400 }),
  );
  await openForm();
  await acceptTerms();
  for (const sentence of [message('upgrade.suspended'), message('upgrade.completion-failed')]) {
    await send();
    expect(await toast().findByText(sentence)).toBeTruthy();
    expect(toast().getByText(message('upgrade.error-title'))).toBeTruthy();
  }
  expect(goTo).not.toHaveBeenCalled();
});

test('a declined card is reported where it is given: at the choice, or at its number', async () => {
  const declined = message('error.payment-declined');
  server.on(UPGRADE, refusal(402, 'payment-declined', declined));
  await openForm();
  await acceptTerms();
  await send();
  expect(await screen.findByText(declined)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Cartão final 1111/ }));
  await giveAnotherCard();
  expect(screen.queryByText(declined)).toBeNull();
  await fillPayment();
  await send();
  await waitFor(() => expect(document.activeElement).toBe(field('Número do cartão')));
  expect(screen.getByText(declined)).toBeTruthy();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('changed prices get the focus; input stays, and a retry works', async () => {
  tenantIsOffered(yearlyOffers('essential'));
  server.on(UPGRADE, refusal(409, 'quote-changed', message('error.quote-changed')), () => json(applied));
  await openForm();
  await fillCard();
  await acceptTerms();
  expect(plain(submitButton().textContent)).toBe('Confirmar por R$ 233,40 hoje');
  tenantIsOffered(yearlyOffers('essential', { offers: [difference('pro', 23_192, 157)] }));
  await send();
  const amount = await screen.findByText(/^R\$\s231,92$/);
  await waitFor(() => expect(document.activeElement).toBe(amount));
  expect(screen.getByText(/^Novos valores: Diferença de R\$\s231,92 por 157 dias/).role).toBe('status');
  expect(toast().getByText(message('error.quote-changed'))).toBeTruthy();
  expect(field('CPF ou CNPJ').value).toBe('12.ABC.345/01DE-35');
  expect(field('Número do cartão').value).toContain('4111');
  await send();
  await screen.findByText(message('upgrade.restarting'));
  expect(new Set(keys()).size).toBe(2);
});

test('new prices that fail to load are loaded before sending', async () => {
  server.on(UPGRADE, refusal(409, 'quote-changed', message('error.quote-changed')));
  await openForm();
  await acceptTerms();
  server.on(OFFERS, lost, () => json(monthlyOffers('essential')));
  await send();
  expect(await screen.findByText(message('upgrade.figures-failed'))).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Confirmar/ })).toBeNull();
  expect(field('Li e aceito os termos de uso e as regras de cobrança e limites.').checked).toBe(true);
  await user.click(screen.getByRole('button', { name: message('provisioning.retry') }));
  await waitFor(() => expect(submitButton().disabled).toBe(false));
});

test('without prices the page says so, and a retry opens the form', async () => {
  server.on(OFFERS, lost, () => json(monthlyOffers('essential')));
  await openPage(PRO_YEARLY);
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(message('upgrade.figures-failed'));
  expect(alert.textContent).toContain(message('connection.failed'));
  await user.click(screen.getByRole('button', { name: message('provisioning.retry') }));
  expect(await screen.findByRole('form', { name: 'Concluir upgrade' })).toBeTruthy();
});
