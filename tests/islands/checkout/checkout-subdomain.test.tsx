/** The subdomain field: free, taken, reserved, while typing and on submit. */
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, refusal } from '#tests/islands/fake-api.ts';
import {
  CHECKOUT,
  fillFree,
  openCheckout,
  send,
  server,
  setUp,
  submitButton,
  user,
} from './checkout-page.tsx';
import { field, paste } from './payment-typing.ts';

beforeEach(setUp);

/** The server answers "taken" with these free suggestions. */
function offering(names: readonly string[], reason: 'taken' | 'reserved' = 'taken') {
  return ({ path }: { path: string }) => {
    const subdomain = path.split('/').at(-1) ?? '';
    if (names.includes(subdomain)) return json({ subdomain, isAvailable: true });
    const sentence = message(reason === 'taken' ? 'subdomain.taken' : 'subdomain.reserved');
    return json({ subdomain, isAvailable: false, reason, sentence, suggestions: names });
  };
}

test('a taken subdomain is reported while typing', async () => {
  server.on('GET /api/subdominios/', (sent) =>
    json({
      subdomain: sent.path,
      isAvailable: false,
      reason: 'taken',
      sentence: message('subdomain.taken'),
    }),
  );
  await openCheckout('?plan=free');
  await fillFree('ocupado');
  await waitFor(() =>
    expect(document.getElementById('subdominio-erro')?.textContent).toBe(message('subdomain.taken')),
  );
  expect(submitButton().disabled).toBe(true);
  expect(server.to('GET /api/subdominios/')).toHaveLength(1);
});

test('a free order begins with a free name of the account, and nobody is told that the first was taken', async () => {
  server.on('GET /api/subdominios/', offering(['example-br']));
  await openCheckout('?plan=free');
  await waitFor(() => expect(field('Subdomínio').value).toBe('example-br'));
  expect(await screen.findByText(/ está livre\.$/)).toBeTruthy();
  expect(screen.queryByText(message('subdomain.taken'))).toBeNull();
});

test('a taken name has suggestions; picking one fills and checks it', async () => {
  server.on('GET /api/subdominios/', offering(['acme-br', 'grupo-acme', 'acme-app']));
  await openCheckout('?plan=free');
  await paste(user, 'Subdomínio', 'acme');
  const first = await screen.findByRole('button', { name: 'acme-br' });
  const status = document.getElementById('subdominio-estado');
  expect(status?.getAttribute('role')).toBe('status');
  expect(status?.textContent).toBe('Livres e parecidos:acme-brgrupo-acmeacme-app');
  expect(field('Subdomínio').getAttribute('aria-describedby')).toContain('subdominio-estado');
  await user.tab();
  expect(document.activeElement).toBe(first);
  await user.keyboard('{Enter}');
  expect(field('Subdomínio').value).toBe('acme-br');
  expect(document.activeElement).toBe(field('Subdomínio'));
  expect(field('Subdomínio').getAttribute('aria-invalid')).toBeNull();
  await waitFor(() => expect(screen.getByText(/acme-br.* está livre/)).toBeTruthy());
  expect(server.sent.at(-1)?.path).toBe('/api/subdominios/acme-br');
});

test('a reserved name is refused at once, with suggestions', async () => {
  server.on('GET /api/subdominios/', offering(['admin-br'], 'reserved'));
  await openCheckout('?plan=free');
  await paste(user, 'Subdomínio', 'admin');
  await user.click(await screen.findByRole('button', { name: 'admin-br' }));
  expect(field('Subdomínio').value).toBe('admin-br');
});

test('a name taken before submitting gets suggestions, no longer "free"', async () => {
  server.on(CHECKOUT, refusal(409, 'subdomain-taken', message('error.subdomain-taken')));
  const free = () => json({ subdomain: 'padaria-central', isAvailable: true });
  server.on('GET /api/subdominios/', free, offering(['padaria-central-br']));
  await openCheckout('?plan=free');
  await fillFree();
  await screen.findByText(/padaria-central.* está livre/);
  await send();
  await user.click(await screen.findByRole('button', { name: 'padaria-central-br' }));
  expect(field('Subdomínio').value).toBe('padaria-central-br');
  expect(screen.queryByText(/padaria-central\b.* está livre/)).toBeNull();
});

test('the subdomain field filters characters and shows "free"', async () => {
  await openCheckout('?plan=free');
  await user.clear(field('Subdomínio'));
  await user.type(field('Subdomínio'), 'Padaria São_João!');
  expect(field('Subdomínio').value).toBe('padariasaojoao');
  await waitFor(() => expect(screen.getByText(/padariasaojoao.* está livre/)).toBeTruthy());
});
