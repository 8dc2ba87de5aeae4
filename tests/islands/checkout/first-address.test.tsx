/** The address typed on the landing page, on the checkout: what will be watched first, unless it is removed. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { openCheckout, setUp, user } from './checkout-page.tsx';

beforeEach(setUp);

const carried = () => screen.findByRole('region', { name: message('first-monitor.title') });

test('is shown with the condition of the terms, and may be removed', async () => {
  sessionStorage.setItem('firstAddress', 'loja.com.br');
  await openCheckout('?plan=free');
  const shown = within(await carried());
  expect(shown.getByText('https://loja.com.br')).toBeTruthy();
  expect(
    shown.getByText(`${message('first-monitor.carried')} ${message('first-monitor.permission')}`),
  ).toBeTruthy();
  await user.click(shown.getByRole('button', { name: 'Não vigiar este' }));
  expect(screen.queryByText('https://loja.com.br')).toBeNull();
  expect(sessionStorage.getItem('firstAddress')).toBeNull();
});

test('comes in the address of the page where the landing page had no scripts, and leaves it', async () => {
  await openCheckout('?plan=free&cycle=monthly&site=loja.com.br');
  expect(within(await carried()).getByText('https://loja.com.br')).toBeTruthy();
  expect(sessionStorage.getItem('firstAddress')).toBe('loja.com.br');
  await waitFor(() => expect(window.location.search).toBe('?plan=free&cycle=monthly'));
});

test('that may not be watched says why, and stays', async () => {
  await openCheckout('?plan=free&site=203.0.113.9');
  const shown = within(await carried());
  expect(shown.getByText('203.0.113.9')).toBeTruthy();
  expect(shown.getByText(`${message('first-monitor.ip')}. ${message('first-monitor.mend')}`)).toBeTruthy();
});

test('nobody else sees it', async () => {
  await openCheckout('?plan=free');
  expect(screen.queryByRole('region', { name: message('first-monitor.title') })).toBeNull();
});
