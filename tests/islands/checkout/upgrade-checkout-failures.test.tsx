/** A failed upgrade: the message, the input that is kept, and the key of the retry. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { provider } from '#tests/islands/fake-keycloak.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { difference, monthlyOffers, yearlyOffers } from '#tests/support/offers.ts';
import { field } from './payment-typing.ts';
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
} from './upgrade-checkout-page.tsx';
import { OFFERS, server, toast, UPGRADE, user } from './upgrade-page.tsx';

beforeEach(setUp);

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ');

const keys = () => server.to(UPGRADE).map((sent) => sent.headers.get('idempotency-key'));

test.each([
  [
    'a refusal',
    refusal(409, 'upgrade-not-higher', message('upgrade.same-plan')),
    message('upgrade.same-plan'),
  ],
  [
    'a refusal without a sentence',
    () => new Response('', { status: 400 }),
    message('upgrade.completion-failed'),
  ],
  [
    'a suspended environment',
    refusal(409, 'payment-pending', message('upgrade.suspended')),
    message('upgrade.suspended'),
  ],
  [
    'too many attempts to pay',
    refusal(429, 'rate-limited', message('payment.attempts-over')),
    message('payment.attempts-over'),
  ],
  [
    'a charge that is owed',
    refusal(409, 'payment-pending', message('upgrade.overdue')),
    message('upgrade.overdue'),
  ],
  [
    'a service that does not answer',
    refusal(503, 'cluster-unavailable', message('upgrade.continues')),
    message('upgrade.continues'),
  ],
] as const)('%s is shown under the title of the page', async (_name, answer, sentence) => {
  server.on(UPGRADE, answer);
  await openForm();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('upgrade.error-title'))).toBeTruthy();
  expect(toast().getByText(sentence)).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
});

test('a declined card keeps the input, and another gets a new key', async () => {
  const declined = message('error.payment-declined');
  server.on(UPGRADE, refusal(402, 'payment-declined', declined), () => json(applied));
  await openForm();
  await fillCard();
  await acceptTerms();
  await send();
  expect(await screen.findByText(message('upgrade.error-title'))).toBeTruthy();
  expect(screen.getByText(declined)).toBeTruthy();
  expect(document.activeElement).toBe(field('Número do cartão'));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(field('CPF ou CNPJ').value).toBe('12.ABC.345/01DE-35');
  await user.clear(field('Número do cartão'));
  await user.type(field('Número do cartão'), '5555555555554444');
  await send();
  await screen.findByText(message('upgrade.restarting'));
  expect(new Set(keys()).size).toBe(2);
}, 30_000);

test('a declined stored card is reported at the choice', async () => {
  const declined = message('error.payment-declined');
  server.on(UPGRADE, refusal(402, 'payment-declined', declined));
  await openForm();
  await acceptTerms();
  await send();
  expect(await screen.findByText(declined)).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('radio', { name: /Cartão final 1111/ }));
  await user.click(screen.getByRole('radio', { name: /Usar outro cartão/ }));
  expect(screen.queryByText(declined)).toBeNull();
});

test('a lost response keeps the key, also after a reload', async () => {
  server.on(UPGRADE, lost, () => json(applied));
  await openForm();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('connection.title'))).toBeTruthy();
  await openForm();
  await send();
  await screen.findByText(message('upgrade.restarting'));
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('a field is validated on blur, then while it is corrected', async () => {
  await openForm();
  await giveAnotherCard();
  await user.type(field('CEP'), '0131');
  expect(field('CEP').getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  await waitFor(() =>
    expect(document.getElementById('billingAddress-cep-erro')?.textContent).toBe(message('cep.invalid')),
  );
  await user.type(field('CEP'), '0100');
  await waitFor(() => expect(field('CEP').getAttribute('aria-invalid')).toBeNull());
});

test('on submit the summary gets the focus and links to fields', async () => {
  await openForm();
  await giveAnotherCard();
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  const summary = await screen.findByRole('region', { name: message('form.required-title') });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(within(summary).getByText('e mais 10 erro(s)')).toBeTruthy();
  await user.click(within(summary).getByRole('link', { name: /^Nome no cartão/ }));
  expect(document.activeElement).toBe(field('Nome no cartão'));
});

test('an ended session leads to sign-in and back', async () => {
  await openForm();
  await acceptTerms();
  provider.refresh = 'refused';
  await send();
  expect(await toast().findByText(message('session.pending-title'))).toBeTruthy();
  expect(provider.calls.at(-1)).toMatchObject({
    method: 'login',
    options: { redirectUri: `${location.origin}/upgrade/checkout${PRO_YEARLY}` },
  });
  expect(server.to(UPGRADE)).toEqual([]);
});

test('changed prices get the focus; input stays, and a retry works', async () => {
  tenantIsOffered(yearlyOffers('essential'));
  server.on(UPGRADE, refusal(409, 'quote-changed', message('error.quote-changed')), () => json(applied));
  await openForm();
  await fillCard();
  await acceptTerms();
  expect(plain(submitButton().textContent)).toBe('Confirmar por R$ 233,40 hoje');
  tenantIsOffered(yearlyOffers('essential', { ofertas: [difference('pro', 23_192, 157)] }));
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
}, 30_000);

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

test('a purchase in another tab replaces the button', async () => {
  server.on(UPGRADE, refusal(409, 'upgrade-not-higher', message('upgrade.not-higher')));
  await openForm();
  await acceptTerms();
  tenantIsOffered(monthlyOffers('enterprise'));
  await send();
  expect(await screen.findByText('O plano Pro é menor que o seu, Empresarial')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /^Confirmar/ })).toBeNull();
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
