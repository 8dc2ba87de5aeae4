/** Fills in card, payer and address. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';

export const APPROVED = '4111111111111111';
export const TAX_ID = '12ABC34501DE35';

/** The CEP service's response for the typed CEP. */
export const cepAnswer = {
  cep: '01310-100',
  logradouro: 'Avenida Paulista',
  bairro: 'Bela Vista',
  localidade: 'São Paulo',
  uf: 'SP',
};

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** What is typed, by label, in the order of the form; the CEP service adds the street. */
const payment = (card: string): readonly (readonly [label: string, typed: string])[] => [
  ['Número do cartão', card],
  ['Nome no cartão', 'Ana Souza'],
  ['Validade', '1230'],
  ['CVV', '123'],
  ['Telefone com DDD', '11988887777'],
  ['CPF ou CNPJ', TAX_ID],
  ['CEP', '01310100'],
  ['Número', '1000'],
];

const streetIsFilled = () => waitFor(() => expect(field('Rua').value).toBe('Avenida Paulista'));

/** Gives a field its value at once: key by key takes seconds for a whole form. */
export function fill(label: string, value: string): void {
  fireEvent.change(field(label), { target: { value } });
  fireEvent.blur(field(label));
}

/** Requires a CEP service that returns `cepAnswer`. */
export async function fillPayment(card = APPROVED): Promise<void> {
  for (const [label, value] of payment(card)) fill(label, value);
  await streetIsFilled();
}

/** Pastes a value at the caret, as one input of a customer. */
export async function paste(user: UserEvent, label: string, text: string): Promise<void> {
  await user.click(field(label));
  await user.paste(text);
}

/** Like a customer, with the short masked fields key by key. Requires a CEP service that returns `cepAnswer`. */
export async function typePayment(user: UserEvent, card = APPROVED): Promise<void> {
  for (const [label, typed] of payment(card))
    await (typed.length < 5 ? user.type(field(label), typed) : paste(user, label, typed));
  await streetIsFilled();
}
