/** Choosing a plan: what a tenant sees, chooses and confirms, and the next page. */
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, lost, refusal } from '#tests/islands/fake-api.ts';
import { ana, provider } from '#tests/islands/fake-keycloak.ts';
import { goTo } from '#tests/islands/fake-navigate.ts';
import { pricePattern, shownPrice } from '#tests/support/catalog.ts';
import { cancelledOffers, monthlyOffers, yearlyOffers } from '#tests/support/offers.ts';
import {
  applied,
  button,
  confirmDirect,
  OFFERS,
  openSignedIn,
  openUpgrade,
  press,
  QUOTA,
  quota,
  READINESS,
  server,
  setUp,
  tenantPays,
  toast,
  UPGRADE,
  user,
} from './plan-change-page.tsx';

beforeEach(setUp);

const ENVIRONMENT = 'http://padaria.localhost:4334';

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');

test('without a tenant in the address the account’s is used', async () => {
  await openUpgrade('?plan=pro');
  await waitFor(() => expect(server.to(OFFERS)).toHaveLength(1));
  expect(`${location.pathname}${location.search}`).toBe('/upgrade?tenant=padaria&plan=pro');
  expect(screen.queryByText(message('upgrade.no-tenant'))).toBeNull();
});

test('without a tenant a message is shown, then the home page', async () => {
  provider.account = { ...ana };
  await openUpgrade('');
  expect(await toast().findByText(message('upgrade.no-tenant'))).toBeTruthy();
  expect(screen.getByText('A sua conta ainda não tem um painel pronto.')).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  expect(screen.getByRole('link', { name: 'Ir para a página inicial' }).getAttribute('href')).toBe('/');
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('/', { isReplacing: true });
  expect(server.sent).toEqual([]);
});

test('the plans are in the page before any data', async () => {
  const { Upgrade } = await import('#checkout/plan-change/upgrade.tsx');
  const { renderToString } = await import('react-dom/server');
  const html = renderToString(<Upgrade />);
  for (const name of ['Gratuito', 'Essencial', 'Pro', 'Empresarial']) expect(html).toContain(name);
  expect(html).not.toContain(message('upgrade.no-tenant'));
});

test('a free tenant sees plan, usage, and choices', async () => {
  await openSignedIn();
  expect(screen.getByText('3 de 5 monitores')).toBeTruthy();
  expect(button(message('upgrade.current')).getAttribute('aria-disabled')).toBe('true');
  for (const name of ['Essencial', 'Pro', 'Empresarial']) expect(button(`Escolher ${name}`)).toBeTruthy();
  expect(screen.queryByText(message('upgrade.downgrade'))).toBeNull();
  expect(screen.queryByText(/Contagem aproximada/)).toBeNull();
});

test('smaller plans link to support; larger ones can be chosen', async () => {
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75 })));
  await openSignedIn();
  const links = screen.getAllByRole('link', { name: message('upgrade.downgrade') });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/suporte', '/suporte']);
  expect(screen.getAllByRole('button', { name: /^Escolher/ }).map((each) => each.textContent)).toEqual([
    'Escolher Empresarial',
  ]);
});

test('each plan shows today’s charge and the later price', async () => {
  await openSignedIn();
  const lines = screen.getAllByText(/hoje;/).map((line) => plain(line.textContent));
  expect(lines[0]).toBe(
    `${shownPrice('essential', 'monthly')} hoje; ${shownPrice('essential', 'monthly')} por mês a partir de 20/12/2099.`,
  );
  tenantPays('essential');
  await openSignedIn('?tenant=padaria&plan=pro');
  const free = await screen.findAllByText(/^Hoje nada é cobrado/);
  expect(plain(free[0]?.textContent)).toBe(
    `Hoje nada é cobrado; ${shownPrice('pro', 'monthly')} por mês a partir de 20/12/2099.`,
  );
  expect(screen.getByText('Os dias já pagos, até 19/12/2099, continuam valendo.')).toBeTruthy();
});

test('a yearly tenant sees today’s difference', async () => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30, cycle: 'yearly' })));
  server.on(OFFERS, () => json(yearlyOffers('essential')));
  await openSignedIn();
  const [line] = screen.getAllByText(/^Diferença/);
  expect(plain(line?.textContent)).toBe(
    `Diferença de R$ 233,40 por 158 dias, hoje; ${shownPrice('pro', 'yearly')} por ano a partir de 20/12/2099.`,
  );
});

test('the current plan is offered in the other cycle', async () => {
  tenantPays('pro');
  await openSignedIn();
  const link = screen.getByRole('link', { name: /^Mudar para anual/ });
  expect(plain(link.textContent)).toBe(
    `Mudar para anual: ${shownPrice('pro', 'yearly')} por ano a partir de 20/12/2099`,
  );
  expect(link.getAttribute('href')).toBe('/upgrade/checkout?plan=pro&tenant=padaria&cycle=yearly');
});

test('a cancelled renewal resumes here, or from the account', async () => {
  server.on(QUOTA, () => json(quota('pro', { monitorLimit: 75, ending: true })));
  server.on(OFFERS, () => json(cancelledOffers('pro')));
  await openUpgrade('?tenant=padaria');
  const link = await screen.findByRole('link', {
    name: new RegExp(`^Retomar a renovação: ${pricePattern('pro', 'monthly')} por mês`),
  });
  expect(link.getAttribute('href')).toBe('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly');
  expect(screen.queryByRole('link', { name: message('upgrade.ending') })).toBeNull();
  server.on(OFFERS, lost);
  sessionStorage.clear();
  await openUpgrade('?tenant=padaria');
  const account = await screen.findByRole('link', { name: message('upgrade.ending') });
  expect(account.getAttribute('href')).toBe('/conta');
  expect(button(message('upgrade.current'))).toBeTruthy();
});

test('an unpaid change replaces resuming, with the payment link', async () => {
  tenantPays('essential');
  const waiting = {
    plan: 'pro',
    cycle: 'monthly',
    todayCentavos: 9_900,
    paymentUrl: 'https://pagar.example/9',
  } as const;
  server.on(OFFERS, () => json(monthlyOffers('essential', { offers: [], waiting })));
  await openUpgrade('?tenant=padaria&plan=pro');
  expect(await screen.findByText('Falta pagar a mudança para o plano Pro, mensal')).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Pagar R\$\s99/ }).getAttribute('href')).toBe(waiting.paymentUrl);
  expect(screen.queryByRole('button', { name: 'Continuar' })).toBeNull();
});

test('offers from before the change are read again, when the usage is of another plan', async () => {
  tenantPays('pro');
  const waiting = { plan: 'pro', cycle: 'monthly', todayCentavos: 9_900 } as const;
  let reads = 0;
  server.on(OFFERS, () => {
    reads += 1;
    return json(reads === 1 ? monthlyOffers('essential', { offers: [], waiting }) : monthlyOffers('pro'));
  });
  await openUpgrade('?tenant=padaria');
  await waitFor(() => expect(reads).toBe(2));
  await waitFor(() =>
    expect(screen.getAllByRole('link', { name: message('upgrade.downgrade') })).toHaveLength(2),
  );
  expect(screen.queryByText(/^Falta pagar a mudança/)).toBeNull();
});

test('usage remembered from before the change is read again, when the offers are of another plan', async () => {
  const remembered = { tenant: 'padaria', readAt: Date.now(), quota: quota('free') };
  sessionStorage.setItem('quota', JSON.stringify(remembered));
  tenantPays('essential');
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText('3 de 30 monitores')).toBeTruthy();
  expect(server.to(QUOTA)).toHaveLength(1);
});

test('an ended contract links to the account', async () => {
  server.on(QUOTA, refusal(404, 'tenant-missing', message('error.tenant-missing')));
  await openUpgrade('?tenant=padaria');
  expect(await screen.findByText(message('upgrade.ended'))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver minha conta' }).getAttribute('href')).toBe('/conta');
  expect(screen.queryByText(message('upgrade.current'))).toBeNull();
});

test('choosing the current plan shows a toast until another choice', async () => {
  await openSignedIn();
  await press(message('upgrade.current'));
  expect(toast().getByText(message('upgrade.same-plan'))).toBeTruthy();
  await press('Escolher Pro');
  expect(toast().queryByText(message('upgrade.same-plan'))).toBeNull();
});

test.each([
  ['nothing chosen', '', 'upgrade.no-selection'],
  ['the present plan in the address', '&plan=essential', 'upgrade.same-plan'],
  ['a lower plan in the address', '&plan=free', 'upgrade.not-higher'],
  ['an unknown plan in the address', '&plan=ouro', 'upgrade.not-higher'],
] as const)('continuing with %s is answered by a toast', async (_name, search, id) => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30 })));
  await openSignedIn(`?tenant=padaria${search}`);
  await press('Continuar');
  expect(toast().getByText(message(id))).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
  expect(server.to(UPGRADE)).toEqual([]);
});

test('a free tenant starts with monthly prices', async () => {
  server.on(QUOTA, () => json(quota('free', { cycle: 'yearly' })));
  await openSignedIn();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Mensal' }).checked).toBe(true);
});

test('a paying tenant continues to the card page, monthly', async () => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30 })));
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  expect(goTo).toHaveBeenCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly');
});

test('a click while the plan loads is followed later', async () => {
  let answer: (response: Response) => void = () => {};
  server.on(QUOTA, () => new Promise<Response>((resolve) => (answer = resolve)));
  await openUpgrade('?tenant=padaria&plan=pro');
  await waitFor(() => expect(button('Continuar').disabled).toBe(false));
  await press('Continuar');
  await waitFor(() => expect(server.to(QUOTA)).toHaveLength(1));
  expect(goTo).not.toHaveBeenCalled();
  answer(json(quota('essential', { monitorLimit: 30 })));
  await waitFor(() =>
    expect(goTo).toHaveBeenCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly'),
  );
});

test('a yearly tenant keeps yearly by default', async () => {
  server.on(QUOTA, () => json(quota('essential', { monitorLimit: 30, cycle: 'yearly' })));
  server.on(OFFERS, () => json(yearlyOffers('essential')));
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  expect(goTo).toHaveBeenLastCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=yearly');
  await user.click(screen.getByRole('radio', { name: 'Mensal' }));
  await press('Continuar');
  expect(goTo).toHaveBeenLastCalledWith('/upgrade/checkout?plan=pro&tenant=padaria&cycle=monthly');
});

test('from the free plan the upgrade is direct: terms, then the environment', async () => {
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Confirmar upgrade'));
  expect(button(/^Confirmar por/).disabled).toBe(true);
  expect(plain(button(/^Confirmar por/).textContent)).toBe(
    `Confirmar por ${shownPrice('pro', 'monthly')} por mês`,
  );
  await user.click(screen.getByLabelText('Li e aceito os termos de uso e as regras de cobrança e limites.'));
  await press(/^Confirmar por/);
  expect(await toast().findByText(message('upgrade.done-title'))).toBeTruthy();
  expect(toast().getByText('O novo valor será aplicado no próximo ciclo.')).toBeTruthy();
  expect(server.to(UPGRADE)[0]?.body).toEqual({
    targetPlan: 'pro',
    targetCycle: 'monthly',
    termosVersao: '2025-01-15-v1',
  });
  expect(server.to(UPGRADE)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  expect(sessionStorage.getItem('quota')).toBeNull();
  expect(goTo).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(6_500);
  await screen.findByText(message('upgrade.answers'));
  await vi.advanceTimersByTimeAsync(1_600);
  expect(goTo).toHaveBeenCalledWith(ENVIRONMENT, { isReplacing: false });
});

test.each(['demo', 'stg'])('from %s the upgrade is direct too', async (plan) => {
  server.on(QUOTA, () => json(quota(plan)));
  await openSignedIn('?tenant=padaria&plan=pro');
  await press('Continuar');
  // The confirmation is a file of its own.
  expect(await screen.findByRole('button', { name: /^Confirmar por/ })).toBeTruthy();
  expect(goTo).not.toHaveBeenCalled();
});

test('a restarting environment is waited for; one old response is ignored', async () => {
  const answer = (isReady: boolean) => () => json({ isReady });
  server.on(READINESS, answer(true), answer(false), lost, answer(true));
  await openSignedIn();
  await confirmDirect('Pro');
  expect(await screen.findByText(message('upgrade.restarting'))).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Acessar ambiente' })).toBeNull();
  await vi.advanceTimersByTimeAsync(13_500);
  expect(goTo).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await screen.findByText(message('upgrade.answers'))).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Acessar ambiente' }).getAttribute('href')).toBe(ENVIRONMENT);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(goTo).toHaveBeenCalledWith(ENVIRONMENT, { isReplacing: false });
});

test('an environment that stays away is reported, and linked when back', async () => {
  server.on(READINESS, () => json({ isReady: false }));
  await openSignedIn();
  await confirmDirect('Pro');
  await screen.findByText(message('upgrade.restarting'));
  await vi.advanceTimersByTimeAsync(121_000);
  expect(await screen.findByText(message('upgrade.restarting-late'))).toBeTruthy();
  server.on(READINESS, () => json({ isReady: true }));
  await vi.advanceTimersByTimeAsync(9_000);
  await screen.findByText(message('upgrade.answers'));
  await vi.advanceTimersByTimeAsync(1_600);
  expect(goTo).toHaveBeenCalledWith(ENVIRONMENT, { isReplacing: false });
});

test('a payment page is announced before the redirect', async () => {
  server.on(UPGRADE, () =>
    json({ ...applied, status: 'waiting-payment', paymentUrl: 'https://pagar.example/1', details: 'x' }),
  );
  await openSignedIn();
  await confirmDirect('Pro');
  const link = await screen.findByRole('link', { name: 'Ir para o pagamento' });
  expect(link.getAttribute('href')).toBe('https://pagar.example/1');
  expect(screen.getAllByText(message('upgrade.pay-first')).length).toBeGreaterThan(0);
  expect(screen.queryByText(message('upgrade.done-title'))).toBeNull();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(goTo).toHaveBeenCalledWith('https://pagar.example/1', { isReplacing: false });
});

test('without the terms nothing is sent, and the form says so', async () => {
  await openSignedIn('?tenant=padaria&plan=pro');
  await press('Continuar');
  fireEvent.click(
    (await screen.findByRole('button', { name: /^Confirmar por/ })).parentElement as HTMLElement,
  );
  const summary = within(await screen.findByRole('region', { name: message('form.terms-title') }));
  expect(summary.getByText(new RegExp(message('terms.required')))).toBeTruthy();
  expect(server.to(UPGRADE)).toEqual([]);
});

test('another choice keeps the dialog and changes what is confirmed', async () => {
  await openSignedIn();
  await press('Escolher Pro');
  await press('Continuar');
  await press('Escolher Essencial');
  await user.click(screen.getByRole('radio', { name: /Anual/ }));
  expect(plain(button(/^Confirmar por/).textContent)).toBe(
    `Confirmar por ${shownPrice('essential', 'yearly')} por ano`,
  );
});
