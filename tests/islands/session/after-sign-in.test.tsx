import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { message } from '#domain/messages.ts';
import { afterSignIn } from '#session/after-sign-in.tsx';

afterEach(() => {
  delete document.documentElement.dataset['account'];
  window.history.replaceState(null, '', '/conta');
});

const Board = () => <p>Painel</p>;

test('the code waits for the session of an unknown visitor', async () => {
  const load = vi.fn(async () => Board);
  const Part = afterSignIn(load);
  expect(load).not.toHaveBeenCalled();
  render(<Part />, { wrapper: Suspense });
  await screen.findByText('Painel');
});

test.each([
  ['a known account', () => (document.documentElement.dataset['account'] = '')],
  ['an answer of the provider', () => window.history.replaceState(null, '', '/conta#state=1&code=2')],
])('%s loads the code at once', (_name, arrive) => {
  arrive();
  const load = vi.fn(async () => Board);
  afterSignIn(load);
  expect(load).toHaveBeenCalledOnce();
});

test('code that cannot be loaded leaves the waiting page', async () => {
  const Part = afterSignIn(() => Promise.reject(new Error('offline')));
  render(<Part />, { wrapper: Suspense });
  await screen.findByText(message('session.checking'));
});
