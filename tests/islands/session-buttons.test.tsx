import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { DemoButton } from '#islands/session-buttons/demo-button.tsx';
import { SessionButton } from '#islands/session-buttons/session-button.tsx';
import { goTo } from '#lib/navigate.ts';
import { ana, provider, resetProvider } from './fake-keycloak.ts';

const left = vi.mocked(goTo);
const to = { apiUrl: 'https://api.vigia.example', tenantUrlTemplate: 'https://{tenant}.vigia.example' };

beforeEach(() => {
  resetProvider();
  left.mockClear();
  vi.resetModules();
});

async function press(action: 'login' | 'register') {
  render(<SessionButton action={action} label="Entrar" to={to} />);
  const link = screen.getByRole('link', { name: 'Entrar' });
  fireEvent.click(link);
  await waitFor(() => expect(left).toHaveBeenCalledTimes(1));
  return left.mock.calls[0]?.[0];
}

test.each([
  ['login', 'login'],
  ['register', 'register&plan=free&cycle=monthly'],
] as const)('%s without a session goes to the API', async (action, asked) => {
  provider.account = null;
  expect(await press(action)).toBe(`https://api.vigia.example/api/auth/redirect?action=${asked}`);
});

test.each(['login', 'register'] as const)('%s takes a customer to their environment', async (action) => {
  provider.account = { ...ana, groups: ['/padaria'] };
  expect(await press(action)).toBe('https://padaria.vigia.example/dashboard');
});

test('an account without environment goes to the free plan’s form', async () => {
  expect(await press('register')).toBe('/checkout?plan=free&cycle=monthly');
});

test.each(['refused', 'unreachable'] as const)('a renewal that is %s goes to the API', async (refresh) => {
  provider.refresh = refresh;
  expect(await press('register')).toMatch(
    /^https:\/\/api\.vigia\.example\/api\/auth\/redirect\?action=register&/,
  );
});

test('a hanging provider is waited for three seconds, then opened', async () => {
  vi.useFakeTimers();
  try {
    provider.init = 'hangs';
    render(<SessionButton action="login" label="Entrar" to={to} />);
    fireEvent.click(screen.getByRole('link', { name: 'Entrar' }));
    await vi.advanceTimersByTimeAsync(2_900);
    expect(left).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(200);
    expect(left).toHaveBeenCalledWith('https://api.vigia.example/api/auth/redirect?action=login');
  } finally {
    vi.useRealTimers();
  }
});

test('the session library is loaded by the click, not the page', async () => {
  render(<SessionButton action="login" label="Entrar" to={to} />);
  expect(provider.calls).toEqual([]);
  expect(screen.getByRole('link').getAttribute('href')).toBe(
    'https://api.vigia.example/api/auth/redirect?action=login',
  );
});

test('the demo opens its tab on click, with the wait in it and its address later', () => {
  vi.useFakeTimers();
  const replace = vi.fn();
  const blank = document.implementation.createHTMLDocument();
  const tab = { opener: window, closed: false, location: { replace }, document: blank };
  const open = vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window);
  render(
    <DemoButton
      label="Ver Demonstração"
      loadingLabel="Carregando ambiente de demonstração..."
      url="https://demo.vigia.example"
    />,
  );
  const link = screen.getByRole('link', { name: 'Ver Demonstração' });
  fireEvent.click(link);
  expect(open).toHaveBeenCalledWith('', '_blank');
  expect(tab.opener).toBeNull();
  expect(blank.querySelector('[role="status"]')?.textContent).toBe('Carregando ambiente de demonstração...');
  expect(blank.title).toBe('Carregando ambiente de demonstração...');
  expect(link.textContent).toBe('Carregando ambiente de demonstração...');
  expect(screen.getByRole('status').textContent).toBe('Carregando ambiente de demonstração...');
  expect(link.getAttribute('aria-busy')).toBe('true');
  fireEvent.click(link);
  act(() => void vi.advanceTimersByTime(999));
  expect(replace).not.toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(1));
  expect(replace).toHaveBeenCalledExactlyOnceWith('https://demo.vigia.example');
  expect(open).toHaveBeenCalledTimes(1);
  expect(link.textContent).toBe('Ver Demonstração');
});

test('without a new tab the demo opens in the same', () => {
  vi.useFakeTimers();
  vi.spyOn(window, 'open').mockReturnValue(null);
  render(
    <DemoButton label="Ver Demonstração" loadingLabel="Carregando..." url="https://demo.vigia.example" />,
  );
  fireEvent.click(screen.getByRole('link'));
  act(() => void vi.advanceTimersByTime(1000));
  expect(left).toHaveBeenCalledExactlyOnceWith('https://demo.vigia.example');
});
