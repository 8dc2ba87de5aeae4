import { expect, test } from 'vitest';
import { hideNumbers } from '#domain/support/hide-numbers.ts';

test.each([
  ['Meu CPF é 529.982.247-25.', 'Meu CPF é [CPF oculto].'],
  ['cpf 52998224725, obrigado', 'cpf [CPF oculto], obrigado'],
  ['529 982 247 25', '[CPF oculto]'],
  ['errado: 529.982.247-26', 'errado: [CPF oculto]'],
  ['empresa 12.ABC.345/01DE-35', 'empresa [CNPJ oculto]'],
  ['empresa 12abc34501de35', 'empresa [CNPJ oculto]'],
  ['11.222.333/0001-81 e 11222333000181', '[CNPJ oculto] e [CNPJ oculto]'],
  ['cartão 4111 1111 1111 1111', 'cartão [número de cartão oculto]'],
  ['cartão 5555555555554444 (cvv 123)', 'cartão [número de cartão oculto] (cvv 123)'],
])('%s is stored as %s', (typed, kept) => {
  expect(hideNumbers(typed)).toBe(kept);
});

test.each([
  'Ligue (11) 98765-4321 ou 11987654321.',
  'O pedido 1f0c2d3e-4a5b-6c7d-8e9f-0a1b2c3d4e5f parou às 10:30 de 22/11/2026.',
  'O pedido e6255907-9391-48c6-bccd-ae47f6bc3436 parou.',
  'sub_000123456789 não renova',
  'Porta 8080, IP 192.168.100.200, CEP 01310-100',
  'de novo quer 1234 ou 12',
])('%s stays as it is', (typed) => {
  expect(hideNumbers(typed)).toBe(typed);
});
