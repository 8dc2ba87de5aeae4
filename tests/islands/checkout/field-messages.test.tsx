/** Every field rule, broken on screen: its sentence, its place, and that correcting the value removes it. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { type MessageId, message } from '#domain/messages.ts';
import { json } from '#tests/islands/fake-api.ts';
import { openCheckout, pressTooEarly, server, setUp, user } from './checkout-page.tsx';
import { field, fill, paste } from './payment-typing.ts';

beforeEach(() => {
  setUp();
  server.on('GET /ws/', () => json({ erro: true }));
});
type Rule = readonly [label: string, wrong: string, sentence: MessageId, right: string];

const subdomainRules: readonly Rule[] = [
  ['Subdomínio', '', 'subdomain.required', 'acme'],
  ['Subdomínio', 'ab', 'subdomain.too-short', 'acme'],
  ['Subdomínio', '-acme', 'subdomain.edges', 'acme'],
  ['Subdomínio', 'acme-', 'subdomain.edges', 'acme'],
  ['Subdomínio', 'a--cme', 'subdomain.hyphens', 'acme'],
  ['Subdomínio', 'admin', 'subdomain.reserved', 'acme'],
];

const addressRules: readonly Rule[] = [
  ['CEP', '', 'cep.invalid', '01310100'],
  ['CEP', '0131010', 'cep.invalid', '01310100'],
  ['Rua', 'ab', 'street.length', 'Rua das Flores'],
  ['Número', '', 'number.required', '10'],
  ['Número', '10AB', 'number.invalid', '10A'],
  ['Bairro', 'a', 'neighbourhood.length', 'Bela Vista'],
  ['Cidade', 'a', 'city.length', 'São Paulo'],
  ['Cidade', 'São Paulo 2', 'city.letters', "Santa Bárbara d'Oeste"],
];

const cardRules: readonly Rule[] = [
  ['Nome no cartão', '', 'holder.required', 'Ana Souza'],
  ['Nome no cartão', 'An', 'holder.length', 'Ana Souza'],
  ['Nome no cartão', 'Ana', 'holder.words', 'Ana Souza'],
  ['Nome no cartão', 'Ana S0uza', 'holder.letters', 'Ana Souza'],
  ['Número do cartão', '', 'card.number-required', '4111111111111111'],
  ['Número do cartão', '411111111111', 'card.number-length', '4111111111111111'],
  ['Número do cartão', '4111111111111112', 'card.number-invalid', '4111111111111111'],
  ['CVV', '12', 'card.ccv', '123'],
  ['Validade', '1320', 'card.expiry', '1230'],
  ['Validade', '0120', 'card.expiry', '1230'],
  ['CPF ou CNPJ', '', 'tax-id.required', '52998224725'],
  ['CPF ou CNPJ', '52998224724', 'cpf.invalid', '52998224725'],
  ['CPF ou CNPJ', '11111111111', 'cpf.invalid', '52998224725'],
  ['CPF ou CNPJ', '12ABC34501DE36', 'cnpj.invalid', '12ABC34501DE35'],
  ['CPF ou CNPJ', '11111111111111', 'cnpj.invalid', '12ABC34501DE35'],
  ['Telefone com DDD', '', 'phone.invalid', '11987654321'],
  ['Telefone com DDD', '119876543', 'phone.invalid', '11987654321'],
];

/** Every rule on one page, because opening it for each takes seconds. */
async function breakAndMend(rules: readonly Rule[]) {
  for (const [label, wrong, sentence, right] of rules) {
    field(label).focus();
    fireEvent.change(field(label), { target: { value: wrong } });
    fireEvent.blur(field(label));
    const error = await screen.findByText(message(sentence), { selector: `#${field(label).id}-erro` });
    expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(field(label).getAttribute('aria-describedby')).toContain(error.id);
    fireEvent.change(field(label), { target: { value: right } });
    await waitFor(() => expect(field(label).getAttribute('aria-invalid')).toBeNull());
  }
}

describe('a form rule, broken and corrected', () => {
  test.each([
    ['subdomain', 'free', subdomainRules],
    ['billing address', 'pro', addressRules],
    ['card and holder', 'pro', cardRules],
  ] as const)('%s', async (_part, plan, rules) => {
    await openCheckout(`?plan=${plan}`);
    if (rules === addressRules) fill('CEP', '01310100');
    await breakAndMend(rules);
  });

  test('the state is one of 27, and required', async () => {
    await openCheckout('?plan=pro');
    fill('CEP', '01310100');
    const states = screen.getByLabelText<HTMLSelectElement>('UF');
    expect([...states.options].filter(({ value }) => value !== '')).toHaveLength(27);
    await user.click(states);
    await user.tab();
    await screen.findByText(message('uf.invalid'), { selector: '#billingAddress-uf-erro' });
    await user.selectOptions(states, 'SP');
    await waitFor(() => expect(states.getAttribute('aria-invalid')).toBeNull());
  });

  test('a complement that is too long, as from autofill, is reported', async () => {
    await openCheckout('?plan=pro');
    fill('CEP', '01310100');
    fill('Complemento (opcional)', 'x'.repeat(51));
    await screen.findByText(message('complement.too-long'), { selector: '#billingAddress-complemento-erro' });
  });
});

test('a field keeps no more than its input limit', async () => {
  await openCheckout('?plan=pro');
  fill('CEP', '01310100');
  for (const [label, typed, limit] of [
    ['Subdomínio', 'A_B!ç'.repeat(20), 63],
    ['Número', '1234567890123', 10],
    ['Número do cartão', '4'.repeat(25), 19],
    ['CVV', '123456', 4],
    ['Validade', '123456', 4],
    ['CPF ou CNPJ', '9'.repeat(20), 14],
    ['Telefone com DDD', '11987654321999', 11],
  ] as const) {
    await paste(user, label, typed.slice(0, -3));
    await user.keyboard(typed.slice(-3));
    const kept = field(label).value.replace(/[^0-9a-z]/gi, '');
    expect(kept.length, label).toBeLessThanOrEqual(limit);
    expect(kept.length, label).toBeGreaterThan(0);
  }
});

const listed = (title: string) => screen.findByRole('region', { name: title });

test('the terms must be accepted, under that title', async () => {
  await openCheckout('?plan=free');
  await paste(user, 'Subdomínio', 'acme');
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  expect((await listed(message('form.terms-title'))).textContent).toContain(message('terms.required'));
});

test('wrong and missing fields have different titles', async () => {
  await openCheckout('?plan=pro');
  expect(screen.getByRole('heading', { name: message('form.payment-title') })).toBeTruthy();
  pressTooEarly();
  expect(await screen.findByText(new RegExp(message('form.complete-required')))).toBeTruthy();
  await listed(message('form.required-title'));
  await paste(user, 'CEP', '123');
  await user.click(screen.getByRole('button', { name: 'Mostrar o que falta' }));
  expect((await listed(message('form.errors-title'))).textContent).toMatch(
    new RegExp(message('form.more-errors', { count: 0 }).replace('0', '\\d+').replace(/[()]/g, '\\$&')),
  );
});
