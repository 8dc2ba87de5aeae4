/** Completing an upgrade: display, request, and next page. */
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { json } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { shownPrice } from '#tests/support/catalog.ts';
import {
  cancelledOffers,
  difference,
  freeOffers,
  later,
  monthlyOffers,
  yearlyOffers,
} from '#tests/support/offers.ts';
import { APPROVED, field, TAX_ID } from './payment-typing.ts';
import { server, toast, UPGRADE, user } from './plan-change-page.tsx';
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

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

/** A change to Pro, yearly, that waits for its payment. */
const waiting = {
  plan: 'pro',
  cycle: 'yearly',
  todayCentavos: 106_900,
  paymentUrl: 'https://pagar.example/9',
} as const;

const summary = () => within(screen.getByRole('region', { name: 'Resumo' }));

const summaryText = () => plain(screen.getByRole('region', { name: 'Resumo' }).textContent) ?? '';

test('the summary shows environment, plans, cycle, charges and renewal', async () => {
  await openForm();
  expect(summary().getByText('padaria.localhost:4334')).toBeTruthy();
  expect(summary().getByText('Essencial → Pro')).toBeTruthy();
  expect(summary().getByText('Mensal → Anual')).toBeTruthy();
  expect(summary().getByText('Nada')).toBeTruthy();
  expect(summaryText()).toContain(`${shownPrice('pro', 'yearly')} por ano a partir de 20/12/2099`);
  expect(summary().getByText('Os dias já pagos, até 19/12/2099, continuam valendo.')).toBeTruthy();
  expect(
    summary().getByText(/cancelar a renovação antes de 20\/12\/2099, o plano que já está pago volta/),
  ).toBeTruthy();
  expect(summary().getByText('Renova todo ano.')).toBeTruthy();
  expect(summaryText()).not.toMatch(/até o fim do período pago/);
  expect(plain(submitButton().textContent)).toBe('Confirmar sem cobrança hoje');
  expect(summary().getByRole('link', { name: 'Mudar a escolha' }).getAttribute('href')).toBe(
    '/upgrade?tenant=padaria&plan=pro&cycle=yearly',
  );
});

test('a difference shows amount and days, and is not called free', async () => {
  tenantIsOffered(yearlyOffers('essential'));
  await openForm('?plan=enterprise&tenant=padaria&cycle=yearly');
  expect(summary().getByText('Hoje, diferença por 158 dias')).toBeTruthy();
  expect(summaryText()).toContain('R$ 233,40');
  expect(summaryText()).toContain(`${shownPrice('enterprise', 'yearly')} por ano a partir de 20/12/2099`);
  expect(summary().getByText(/até 19\/12\/2099, continuam valendo, já no plano Empresarial/)).toBeTruthy();
  expect(summaryText()).not.toMatch(/nada é cobrado|na hora|primeiro período/i);
  expect(plain(submitButton().textContent)).toBe('Confirmar por R$ 233,40 hoje');
  expect(
    plain(screen.getByRole('radio', { name: /Cartão final 1111/ }).closest('label')?.textContent),
  ).toContain('R$ 233,40 hoje nele');
});

test('a difference on a cancelled renewal does not resume it', async () => {
  const { nextChargeOn, amountCentavos, ...offer } = difference('pro', 23_340, 158);
  tenantIsOffered(cancelledOffers('essential', { offers: [offer] }));
  await openForm();
  expect(summary().getByText('Nada: a renovação continua cancelada')).toBeTruthy();
  expect(summaryText()).not.toMatch(/Renova todo/);
  expect(document.body.textContent).not.toMatch(/as renovações|cartão da assinatura\./);
});

test.each([
  [
    'another cycle of the same plan',
    later('essential', 'yearly', 'cycle'),
    /só a cobrança passa a ser anual/,
  ],
  ['a renewal that goes on', later('essential', 'yearly', 'resume'), /A renovação volta a valer/],
])('%s charges nothing today and changes no limits', async (_name, offer, sentence) => {
  tenantIsOffered(monthlyOffers('essential', { offers: [offer] }));
  await openForm('?plan=essential&tenant=padaria&cycle=yearly');
  expect(summary().getByText('Essencial')).toBeTruthy();
  expect(summary().getByText('Nada')).toBeTruthy();
  expect(summary().getByText(sentence)).toBeTruthy();
  expect(summaryText()).not.toMatch(/reinicia|novos limites/);
  await acceptTerms();
  await send();
  expect((await screen.findByRole('link', { name: 'Ver a sua conta' })).getAttribute('href')).toBe('/conta');
  expect(screen.queryByText(/novos limites/)).toBeNull();
});

test.each([
  [
    'a lower plan',
    monthlyOffers('pro'),
    'essential',
    /O plano Essencial é menor/,
    'Falar com o suporte',
    '/suporte',
  ],
  [
    'the same plan',
    monthlyOffers('pro'),
    'pro',
    message('upgrade.same-plan'),
    'Ver os planos',
    '/upgrade?tenant=padaria',
  ],
] as const)(
  '%s is refused before the form, with an alternative',
  async (_n, offers, plan, words, label, href) => {
    tenantIsOffered(offers);
    await openPage(`?plan=${plan}&tenant=padaria&cycle=monthly`);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(href);
    expect(screen.queryByRole('form')).toBeNull();
  },
);

test('a plan for sale in the other cycle only links there', async () => {
  tenantIsOffered(monthlyOffers('essential', { offers: [later('pro', 'monthly', 'trust')] }));
  await openPage(PRO_YEARLY);
  const link = await screen.findByRole('link', { name: 'Continuar com cobrança mensal' });
  expect(link.getAttribute('href')).toBe('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly');
});

test.each([
  ['debt-open', 'error.debt-open', 'https://pagar.example/d', /^Pagar agora/, 'https://pagar.example/d'],
  ['payment-pending', 'upgrade.overdue', undefined, 'Ver a sua conta', '/conta'],
  ['payment-disputed', 'error.payment-disputed', undefined, 'Falar com o suporte', '/suporte'],
  ['purchase-held', 'hold.withdrawals', undefined, 'Falar com o suporte', '/suporte'],
] as const)('an obstacle (%s) is shown before the form', async (code, id, paymentUrl, label, href) => {
  const sentence = message(id);
  const obstacle = { code, sentence, ...(paymentUrl ? { paymentUrl } : {}) };
  tenantIsOffered(monthlyOffers('essential', { offers: [], obstacle }));
  await openPage(PRO_YEARLY);
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(screen.getByRole('link', { name: label }).getAttribute('href')).toBe(href);
  expect(screen.queryByRole('form')).toBeNull();
});

test('an unpaid change is mentioned once, with the payment link', async () => {
  const obstacle = { code: 'upgrade-open', sentence: message('error.upgrade-open') } as const;
  tenantIsOffered(monthlyOffers('essential', { offers: [], waiting, obstacle }));
  await openPage(PRO_YEARLY);
  expect(await screen.findByText('Falta pagar a mudança para o plano Pro, anual')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Pagar R\$\s1\.069/ }).getAttribute('href')).toBe(
    waiting.paymentUrl,
  );
  expect(screen.queryByText(message('error.upgrade-open'))).toBeNull();
});

test('a paid change not yet in force needs no payment', async () => {
  const { paymentUrl: _, ...paidChange } = waiting;
  tenantIsOffered(monthlyOffers('essential', { offers: [], waiting: paidChange }));
  await openPage(PRO_YEARLY);
  expect(await screen.findByText('A mudança para o plano Pro, anual, está em andamento')).toBeTruthy();
  expect(screen.queryByText(/Falta pagar/)).toBeNull();
});

test('another choice may replace a waiting change, with a notice', async () => {
  tenantIsOffered(monthlyOffers('essential', { waiting }));
  await openForm('?plan=enterprise&tenant=padaria&cycle=monthly');
  expect(screen.getByText('Falta pagar a mudança para o plano Pro, anual')).toBeTruthy();
  expect(screen.getByText(/outra escolha toma o lugar dessa mudança/)).toBeTruthy();
  await openPage(PRO_YEARLY);
  expect(await screen.findByRole('link', { name: /^Pagar/ })).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
});

test('the page scrolls to its top, also with promise-based scrolling', async () => {
  const complaint = vi.spyOn(console, 'error');
  window.scrollTo = vi.fn(() => Promise.resolve()) as unknown as typeof window.scrollTo;
  await openForm();
  expect(window.scrollTo).toHaveBeenCalledWith(0, 0);
  cleanup();
  expect(complaint).not.toHaveBeenCalled();
});

test('without a cycle it is monthly', async () => {
  await openForm('?plan=pro&tenant=padaria');
  expect(plain(submitButton().textContent)).toBe('Confirmar sem cobrança hoje');
  expect(summaryText()).toContain(`${shownPrice('pro', 'monthly')} por mês a partir de 20/12/2099`);
});

test('without a tenant in the address the account’s is used', async () => {
  await openForm('?plan=pro');
  expect(screen.queryByText(message('upgrade.no-tenant'))).toBeNull();
});

test('without a tenant a message is shown, then the home page', async () => {
  provider.account = { ...ana };
  await openPage('?plan=pro');
  await screen.findByText(message('upgrade.no-tenant'));
  expect(toast().getByText(message('upgrade.no-tenant'))).toBeTruthy();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('/', { isReplacing: true });
});

test.each([
  ['no plan', '', 'upgrade.no-selection'],
  ['the free plan', '&plan=free', 'upgrade.not-higher'],
  ['an unknown plan', '&plan=ouro', 'upgrade.not-higher'],
] as const)('%s in the address leads back to the plans', async (_name, search, id) => {
  await openPage(`?tenant=padaria${search}`);
  expect(await screen.findByText(message(id))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver os planos' }).getAttribute('href')).toBe(
    '/upgrade?tenant=padaria',
  );
});

test('a visitor signs in first and returns to the page', async () => {
  provider.account = null;
  await openPage(PRO_YEARLY);
  expect(screen.getByText(message('session.checking'))).toBeTruthy();
  await waitFor(() =>
    expect(provider.calls.at(-1)).toMatchObject({
      method: 'login',
      options: { redirectUri: `${location.origin}/upgrade/checkout${PRO_YEARLY}` },
    }),
  );
});

test('another card is sent validated, and stores no secret', async () => {
  await openForm();
  await fillCard();
  await acceptTerms();
  const stored = JSON.stringify({ ...sessionStorage, ...localStorage });
  expect(stored).toContain('Avenida Paulista');
  for (const secret of ['4111', '12.ABC', TAX_ID, '"123"', 'Ana Souza', '12/30', '98888'])
    expect(stored).not.toContain(secret);
  await send();
  expect(await toast().findByText(message('upgrade.done-title'))).toBeTruthy();
  expect(server.to(UPGRADE)[0]?.body).toEqual({
    targetPlan: 'pro',
    targetCycle: 'yearly',
    termosVersao: '2025-01-15-v1',
    billingAddress: {
      cep: '01310100',
      rua: 'Avenida Paulista',
      numero: '1000',
      bairro: 'Bela Vista',
      cidade: 'São Paulo',
      uf: 'SP',
    },
    cardHolder: { cpfCnpj: TAX_ID },
    card: {
      holderName: 'Ana Souza',
      number: APPROVED,
      expiryMonth: '12',
      expiryYear: '2030',
      ccv: '123',
      phone: '11988887777',
    },
  });
  for (const key of ['upgradeDraft', 'upgradeAttempt', 'quota'])
    expect(sessionStorage.getItem(key)).toBeNull();
  await vi.advanceTimersByTimeAsync(6_500);
  await screen.findByText(message('upgrade.answers'));
  await vi.advanceTimersByTimeAsync(1_600);
  expect(goTo).toHaveBeenCalledWith('http://padaria.localhost:4334', { isReplacing: false });
});

test('the stored card is preselected: only the terms are needed', async () => {
  await openForm();
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
  await acceptTerms();
  await send();
  await screen.findByText(message('upgrade.restarting'));
  expect(server.to(UPGRADE)[0]?.body).toEqual({
    targetPlan: 'pro',
    targetCycle: 'yearly',
    termosVersao: '2025-01-15-v1',
  });
});

test('with a payment today, the upgrade has only begun', async () => {
  tenantIsOffered(yearlyOffers('essential'));
  server.on(UPGRADE, () => json({ ...applied, details: message('upgrade.paid'), hojeCentavos: 23_340 }));
  await openForm();
  await acceptTerms();
  await send();
  expect(await toast().findByText(message('upgrade.started'))).toBeTruthy();
  expect(toast().getByText(message('upgrade.paid'))).toBeTruthy();
});

test('with card entry on the processor’s page no card is asked for here', async () => {
  server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
  await openForm();
  const payment = await screen.findByRole('region', { name: message('form.payment-title') });
  expect(payment.textContent).toContain('A próxima cobrança é no cartão final 1111');
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
  expect(screen.queryByRole('radio')).toBeNull();
  await acceptTerms();
  await send();
  await screen.findByText(message('upgrade.restarting'));
  expect(server.to(UPGRADE)[0]?.body).not.toHaveProperty('card');
});

test('a free tenant types a card and reads when the plan starts', async () => {
  tenantIsOffered(freeOffers);
  await openForm();
  expect(summary().getByText('Gratuito → Pro')).toBeTruthy();
  expect(summary().getByText(/vale assim que o pagamento for confirmado/)).toBeTruthy();
  expect(summaryText()).not.toMatch(/nada é cobrado|já pagos|na hora/);
  expect(field('Número do cartão')).toBeTruthy();
  expect(plain(submitButton().textContent)).toBe(`Confirmar por ${shownPrice('pro', 'yearly')} por ano`);
  await user.click(screen.getByRole('radio', { name: /Pagar na página da operadora/ }));
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
});

test('a free tenant pays on the processor’s page when cards are entered there', async () => {
  tenantIsOffered(freeOffers);
  server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
  await openForm();
  const payment = await screen.findByRole('region', { name: message('form.payment-title') });
  expect(plain(payment.textContent)).toContain(
    `Você paga ${shownPrice('pro', 'yearly')} na página segura da operadora`,
  );
  expect(payment.textContent).not.toContain('assinatura');
});

test('a renewal resumes with the stored card, or needs one', async () => {
  tenantIsOffered(cancelledOffers('pro'));
  await openForm('?plan=pro&tenant=padaria&cycle=monthly');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Cartão final 1111/ }).checked).toBe(true);
  const { card, ...withoutCard } = cancelledOffers('pro');
  tenantIsOffered(withoutCard);
  sessionStorage.clear();
  await openForm('?plan=pro&tenant=padaria&cycle=monthly');
  expect(screen.queryByRole('radio')).toBeNull();
  expect(field('Número do cartão')).toBeTruthy();
});

test('a renewal resumes on the processor’s page when cards are entered there', async () => {
  tenantIsOffered(cancelledOffers('pro'));
  server.on('GET /api/checkout', () => json({ cardEntry: 'hosted' }));
  await openForm('?plan=pro&tenant=padaria&cycle=monthly');
  const payment = await screen.findByRole('region', { name: message('form.payment-title') });
  expect(payment.textContent).toContain('Você deixa o cartão da renovação na página segura');
});

test('a card without known digits stays when nothing is charged', async () => {
  const { card, ...withoutCard } = monthlyOffers('essential');
  tenantIsOffered(withoutCard);
  await openForm();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: /Manter o cartão atual/ }).checked).toBe(true);
  expect(screen.queryByLabelText('Número do cartão')).toBeNull();
});

test('an unconfirmed payment is followed in the account', async () => {
  server.on(UPGRADE, () =>
    json({ ...applied, status: 'waiting-payment', details: message('upgrade.pay-first') }),
  );
  await openForm();
  await acceptTerms();
  await send();
  expect((await screen.findByRole('link', { name: 'Ver a sua conta' })).getAttribute('href')).toBe('/conta');
});

test('a reload restores address and terms, without card and CPF', async () => {
  await openForm();
  await fillCard();
  await acceptTerms();
  await openForm();
  expect(field('Rua').value).toBe('Avenida Paulista');
  expect(field('Li e aceito os termos de uso e as regras de cobrança e limites.').checked).toBe(true);
  for (const label of ['Número do cartão', 'CVV', 'CPF ou CNPJ']) expect(field(label).value).toBe('');
  server.on('GET /api/tenants/outra/upgrade', () => json(monthlyOffers('essential', { tenant: 'outra' })));
  await openForm('?plan=pro&tenant=outra');
  await giveAnotherCard();
  expect(field('CEP').value).toBe('');
  expect(screen.queryByLabelText('Rua')).toBeNull();
});

test('a card that was changed and cannot pay today is named before it is asked for', async () => {
  const { card: _, ...offers } = yearlyOffers('pro');
  tenantIsOffered({ ...offers, newCard: { brand: 'MASTERCARD', lastFour: '4444' } });
  await openForm('?plan=enterprise&tenant=padaria&cycle=yearly');
  expect(screen.getByText(/O cartão final 4444 paga as renovações/)).toBeTruthy();
  expect(screen.getByRole('radio', { name: /Informar o cartão/ })).toBeTruthy();
});

test('under the price stand the limits and the renewal; the rest is folded', async () => {
  await openForm();
  const folded = summary().getByText('Como a mudança acontece').closest('details');
  expect(folded?.open).toBe(false);
  expect(folded?.textContent).toMatch(/Os dias já pagos.*o painel reinicia/);
  expect(folded?.textContent).not.toMatch(/Renova/);
});
