/** The checkout's fields: validated on blur, listed on submit, filled in by the browser. */
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { message } from '#domain/messages.ts';
import { json, lost } from '#tests/islands/fake-api.ts';
import { CHECKOUT, fillFree, openCheckout, pressTooEarly, server, setUp, user } from './checkout-page.tsx';
import { cepAnswer, field, paste } from './payment-typing.ts';

beforeEach(setUp);

test('a field is validated on blur, then while it is corrected', async () => {
  await openCheckout('?plan=pro');
  await paste(user, 'CEP', '0131');
  expect(field('CEP').getAttribute('aria-invalid')).toBeNull();
  await user.tab();
  await waitFor(() =>
    expect(document.getElementById('billingAddress-cep-erro')?.textContent).toBe('CEP deve ter 8 dígitos'),
  );
  expect(field('CEP').getAttribute('aria-describedby')).toContain('billingAddress-cep-erro');
  await paste(user, 'CEP', '0100');
  await waitFor(() => expect(field('CEP').getAttribute('aria-invalid')).toBeNull());
});

test('CEP fills the address and moves the focus only from itself', async () => {
  await openCheckout('?plan=pro');
  await paste(user, 'CEP', '01310100');
  await waitFor(() => expect(field('Cidade').value).toBe('São Paulo'));
  expect(field('UF').value).toBe('SP');
  expect(document.activeElement).toBe(field('Número'));

  let answer: (response: Response) => void = () => {};
  server.on('GET /ws/', () => new Promise<Response>((resolve) => (answer = resolve)));
  await user.clear(field('CEP'));
  await paste(user, 'CEP', '20040002');
  await user.click(field('Nome no cartão'));
  answer(json({ ...cepAnswer, logradouro: 'Avenida Rio Branco' }));
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Rio Branco'));
  expect(document.activeElement).toBe(field('Nome no cartão'));
});

test.each([
  ['true as text', () => json({ erro: 'true' })],
  ['true', () => json({ erro: true })],
  ['no answer', lost],
])('an unknown CEP (%s) is silent and leaves the fields alone', async (_name, answer) => {
  server.on('GET /ws/', answer);
  await openCheckout('?plan=pro');
  await paste(user, 'CEP', '99999999');
  await paste(user, 'Rua', 'Rua das Flores');
  await waitFor(() => expect(server.to('GET /ws/')).toHaveLength(1));
  expect(field('Rua').value).toBe('Rua das Flores');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('an unknown CEP removes the address of the one before', async () => {
  await openCheckout('?plan=pro');
  await paste(user, 'CEP', '01310100');
  await waitFor(() => expect(field('Cidade').value).toBe('São Paulo'));
  await user.clear(field('Rua'));
  await paste(user, 'Rua', 'Rua das Flores');
  server.on('GET /ws/', () => json({ erro: true }));
  await user.clear(field('CEP'));
  await paste(user, 'CEP', '99999999');
  await waitFor(() => expect(field('Cidade').value).toBe(''));
  expect([field('Bairro').value, field('UF').value]).toEqual(['', '']);
  expect(field('Rua').value).toBe('Rua das Flores');
});

test('on submit the summary gets the focus and links to fields', async () => {
  await openCheckout('?plan=pro');
  pressTooEarly();
  const summary = await screen.findByRole('region', { name: 'Campos obrigatórios' });
  await waitFor(() => expect(document.activeElement).toBe(summary));
  expect(within(summary).getAllByRole('link')).toHaveLength(3);
  expect(within(summary).getByText('e mais 5 erro(s)')).toBeTruthy();
  await user.click(within(summary).getByRole('link', { name: /^Número do cartão/ }));
  expect(document.activeElement).toBe(field('Número do cartão'));
});

test('while the summary is shown, the page title mentions errors', async () => {
  document.title = 'Criar meu painel';
  await openCheckout('?plan=free');
  expect(document.title).toBe('Criar meu painel');
  pressTooEarly();
  await waitFor(() => expect(document.title).toBe('Erro: Criar meu painel'));
  await fillFree();
  await waitFor(() => expect(document.title).toBe('Criar meu painel'));
});

test('the address is one line for its CEP, and unfolds with its last number', async () => {
  server.on('GET /ws/', () => json({ erro: true }));
  await openCheckout('?plan=pro');
  await paste(user, 'CEP', '0131010');
  expect(screen.queryByLabelText('Rua')).toBeNull();
  pressTooEarly();
  const summary = await screen.findByRole('region', { name: 'Campos com erro' });
  expect(summary.textContent).not.toContain('Rua');
  await paste(user, 'CEP', '0');
  expect(field('Rua').value).toBe('');
  await user.clear(field('CEP'));
  expect(field('Rua')).toBeTruthy();
});

test('every field has autocomplete and keyboard hints', async () => {
  await openCheckout('?plan=pro');
  await paste(user, 'CEP', '01310100');
  const hints = [
    ...document.querySelectorAll<HTMLInputElement>(
      'form input:not([type=radio], [type=checkbox]), form select',
    ),
  ].map((input) => [
    input.id,
    input.getAttribute('autocomplete'),
    input.getAttribute('inputmode') ?? '',
    input.type,
  ]);
  expect(hints).toEqual([
    ['card-number', 'cc-number', 'numeric', 'text'],
    ['card-holderName', 'cc-name', '', 'text'],
    ['card-expiry', 'cc-exp', 'numeric', 'text'],
    ['card-ccv', 'cc-csc', 'numeric', 'text'],
    ['card-phone', 'tel-national', 'tel', 'tel'],
    ['cardHolder-cpfCnpj', 'off', '', 'text'],
    ['billingAddress-cep', 'billing postal-code', 'numeric', 'text'],
    ['billingAddress-rua', 'billing address-line1', '', 'text'],
    ['billingAddress-numero', 'off', '', 'text'],
    ['billingAddress-complemento', 'billing address-line2', '', 'text'],
    ['billingAddress-bairro', 'billing address-level3', '', 'text'],
    ['billingAddress-cidade', 'billing address-level2', '', 'text'],
    ['billingAddress-uf', 'billing address-level1', '', 'select-one'],
    ['subdominio', 'off', '', 'text'],
  ]);
  expect(field('Número do cartão').pattern).toBe('[0-9 ]+');
  await paste(user, 'CVV', '12345');
  expect(field('CVV').value).toBe('1234');
});

test.each([
  ['4111', '12345', '1234', 3],
  ['3400', '123', '123', 4],
] as const)(
  'a card %s with CVV %s keeps what was typed and says its length',
  async (number, typed, kept, count) => {
    await openCheckout('?plan=pro');
    await paste(user, 'Número do cartão', number);
    await paste(user, 'CVV', typed);
    await user.tab();
    expect(field('CVV').value).toBe(kept);
    expect(await screen.findByText(message('card.ccv-length', { count }))).toBeTruthy();
    await user.clear(field('CVV'));
    await paste(user, 'CVV', '1234'.slice(0, count));
    expect(screen.queryByText(message('card.ccv-length', { count }))).toBeNull();
  },
);

test('Enter in an incomplete form shows what is missing', async () => {
  await openCheckout('?plan=free');
  await user.type(field('Subdomínio'), 'acme{Enter}');
  const summary = await screen.findByRole('region', { name: message('form.terms-title') });
  expect(within(summary).getByText(new RegExp(message('terms.required')))).toBeTruthy();
  expect(server.to(CHECKOUT)).toEqual([]);
});

test('a sentence in the summary disappears when its field is corrected', async () => {
  await openCheckout('?plan=free');
  pressTooEarly();
  await waitFor(() => expect(document.getElementById('termos-erro')).toBeTruthy());
  await user.click(field('Li e aceito os termos de uso e as regras de cobrança e limites.'));
  await waitFor(() => expect(document.getElementById('termos-erro')).toBeNull());
});
