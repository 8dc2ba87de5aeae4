/** Names shown to people who do not know the account. */
import { expect, test } from 'vitest';
import { shownName } from '#domain/people/shown-name.ts';

test.each([
  ['Ana Souza', 'Ana Souza'],
  ['  Ana   M. d’Ávila-Sá ', 'Ana M. d’Ávila-Sá'],
  ['Zoë', 'Zoë'],
])('%s is shown as %s', (name, shown) => {
  expect(shownName(name)).toBe(shown);
});

test.each([
  null,
  '',
  'ana@teste.example',
  'Ganhe em banco.example',
  'https://banco.example',
  'Ligue 11 4000-0000',
  'Banco: sua conta vence hoje',
  'A'.repeat(61),
])('%s is not shown', (name) => {
  expect(shownName(name)).toBeNull();
});
