/** The header of the account's pages: the way to the panel, who is signed in, and the way out. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { ana, provider } from './fake-keycloak.ts';
import { openAt, setUp, user } from './island-page.tsx';

beforeEach(() => {
  setUp();
  delete document.documentElement.dataset['environment'];
});

async function openHeader(groups: string[]) {
  provider.account = { ...ana, groups };
  await openAt('/conta', async () => {
    const { AccountHeader } = await import('#session/account-header.tsx');
    return <AccountHeader />;
  });
  // Of this page load, as the page below the header reads it.
  return (await import('#session/session-store.ts')).findSession;
}

test('the panel known from the last visit is there before the session', async () => {
  document.documentElement.dataset['environment'] = 'http://acme.localhost:4334';
  await openHeader(['tenant:acme']);
  const panel = await screen.findByRole('link', { name: 'Abrir o painel' });
  expect(panel.getAttribute('href')).toBe('http://acme.localhost:4334/dashboard');
  expect(screen.queryByRole('button')).toBeNull();
});

test('who is signed in, and signing out everywhere', async () => {
  const findSession = await openHeader(['tenant:acme']);
  await findSession();
  expect(await screen.findByRole('button', { name: 'Sua conta: Ana Souza' })).toBeTruthy();
  expect(screen.getByText('ana@example.com')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Abrir o painel' })).toBeTruthy();
  // jsdom opens no popover.
  await user.click(screen.getByRole('button', { name: 'Sair da conta', hidden: true }));
  await waitFor(() => expect(provider.calls.at(-1)).toMatchObject({ method: 'logout' }));
});

test('an account without an environment has no way to a panel', async () => {
  const findSession = await openHeader([]);
  await findSession();
  expect(await screen.findByRole('button', { name: 'Sua conta: Ana Souza' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Abrir o painel' })).toBeNull();
});
