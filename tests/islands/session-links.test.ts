/** Links whose target depends on who presses them, and the demonstration's. */
import { fireEvent, waitFor } from '@testing-library/dom';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { openDemoOnPress } from '#landing/demo-link.ts';
import { goTo } from '#lib/navigate.ts';
import { followSessionLinks } from '#session/session-links.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';

const left = vi.mocked(goTo);
const api = 'https://api.vigia.example/api/auth/redirect';
const register = `${api}?action=register&plan=free&cycle=monthly`;

// Once, as on a page: they listen to the document.
beforeAll(() => {
  followSessionLinks();
  openDemoOnPress();
});

beforeEach(() => {
  resetProvider();
  left.mockClear();
  localStorage.clear();
  // Like a page load: the session's module starts again.
  vi.resetModules();
});

function show(html: string): HTMLAnchorElement {
  document.body.innerHTML = html;
  return document.querySelector('a') as HTMLAnchorElement;
}

const login = () => show(`<a href="${api}?action=login" data-session="login">Entrar</a>`);
const free = () => show(`<a href="${register}" data-session="register">Começar Grátis</a>`);
const plan = (id: string, cycle = 'monthly') =>
  show(
    `<a href="${api}?action=register&plan=${id}&cycle=${cycle}" data-session="register" data-plan="${id}" data-cycle="${cycle}">Assinar</a>`,
  );
const order = () => show(`<a href="${api}?action=login" data-session="order">Fazer Login</a>`);

async function destinationOf(link: HTMLAnchorElement): Promise<string | undefined> {
  fireEvent.click(link);
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  return left.mock.calls[0]?.[0];
}

test.each([
  ['login', login, `${api}?action=login`],
  ['register', free, register],
  ['a plan', () => plan('pro', 'yearly'), `${api}?action=register&plan=pro&cycle=yearly`],
  ['an article', order, `${api}?action=login`],
])('%s without a session goes to the API', async (_name, link, address) => {
  provider.account = null;
  expect(await destinationOf(link())).toBe(address);
});

test('an account without environment goes to the form, with the plan', async () => {
  expect(await destinationOf(free())).toBe('/checkout?plan=free&cycle=monthly');
  left.mockClear();
  expect(await destinationOf(plan('essential'))).toBe('/checkout?plan=essential&cycle=monthly');
  expect(provider.calls).toContainEqual({ method: 'updateToken', options: 30 });
});

test('an article leads who is signed in to the form', async () => {
  provider.account = { ...ana, groups: ['/padaria'] };
  expect(await destinationOf(order())).toBe('/checkout');
});

test('the chosen plan and cycle are stored', async () => {
  provider.account = null;
  await destinationOf(plan('pro', 'yearly'));
  expect(localStorage.getItem('selectedPlan')).toBe('pro');
  expect(localStorage.getItem('billingCycle')).toBe('yearly');
});

test('without groups, user info names the environment', async () => {
  provider.userInfo = { attributes: { tenant: ['padaria'] } };
  expect(await destinationOf(plan('pro'))).toBe('/suporte?motivo=plano');
});

test('a failed provider leads to the registration', async () => {
  provider.init = 'rejects';
  expect(await destinationOf(plan('pro'))).toBe(`${api}?action=register&plan=pro&cycle=monthly`);
});

test('a hanging provider is waited for three seconds, then opened', async () => {
  vi.useFakeTimers();
  provider.init = 'hangs';
  const link = login();
  fireEvent.click(link);
  await vi.advanceTimersByTimeAsync(2_900);
  expect(left).not.toHaveBeenCalled();
  expect(link.ariaBusy).toBe('true');
  await vi.advanceTimersByTimeAsync(200);
  expect(left).toHaveBeenCalledExactlyOnceWith(`${api}?action=login`);
});

test('two presses are followed once, and a page shown again can be pressed again', async () => {
  provider.account = null;
  const link = login();
  fireEvent.click(link);
  await destinationOf(link);
  fireEvent(window, new PageTransitionEvent('pageshow', { persisted: true }));
  expect(link.ariaBusy).toBeNull();
});

test('a click for a new tab is left to the browser', () => {
  expect(fireEvent.click(plan('pro'), { metaKey: true })).toBe(true);
  expect(left).not.toHaveBeenCalled();
});

test('the session library is loaded by the press', async () => {
  const link = login();
  expect(provider.calls).toEqual([]);
  await destinationOf(link);
  expect(provider.calls).not.toEqual([]);
});

const demo = () =>
  show(
    '<a href="https://demo.vigia.example/" data-demo="Carregando...">Ver Demonstração</a><span role="status"></span>',
  );

test('the demo opens its tab on click, with the wait in it and its address later', () => {
  vi.useFakeTimers();
  const replace = vi.fn();
  const blank = document.implementation.createHTMLDocument();
  const tab = { opener: window, closed: false, location: { replace }, document: blank };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  const link = demo();
  fireEvent.click(link);
  expect(open).toHaveBeenCalledWith('', '_blank');
  expect(tab.opener).toBeNull();
  expect(blank.querySelector('[role="status"]')?.textContent).toBe('Carregando...');
  expect(blank.title).toBe('Carregando...');
  expect(link.textContent).toBe('Carregando...');
  expect(link.nextElementSibling?.textContent).toBe('Carregando...');
  expect(link.ariaBusy).toBe('true');
  fireEvent.click(link);
  vi.advanceTimersByTime(999);
  expect(replace).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(replace).toHaveBeenCalledExactlyOnceWith('https://demo.vigia.example/');
  expect(open).toHaveBeenCalledTimes(1);
  expect(link.textContent).toBe('Ver Demonstração');
});

test('without a new tab the demo opens in the same', () => {
  vi.useFakeTimers();
  vi.spyOn(window, 'open').mockReturnValue(null);
  fireEvent.click(demo());
  vi.advanceTimersByTime(1000);
  expect(left).toHaveBeenCalledExactlyOnceWith('https://demo.vigia.example/');
});
