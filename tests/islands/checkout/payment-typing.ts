/** Types card, payer and address like a customer. */
import { screen, waitFor } from '@testing-library/react';
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

/** Requires a CEP service that returns `cepAnswer`. */
export async function typePayment(user: UserEvent, card = APPROVED): Promise<void> {
  await user.type(field('Número do cartão'), card);
  await user.type(field('Nome no cartão'), 'Ana Souza');
  await user.type(field('Validade'), '1230');
  await user.type(field('CVV'), '123');
  await user.type(field('Telefone com DDD'), '11988887777');
  await user.type(field('CPF ou CNPJ'), TAX_ID);
  await user.type(field('CEP'), '01310100');
  await waitFor(() => expect(field('Rua').value).toBe('Avenida Paulista'));
  await user.type(field('Número'), '1000');
}
