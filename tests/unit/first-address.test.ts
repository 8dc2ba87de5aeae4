/** The address that is watched first: what may be watched, and what is suggested. */
import { expect, test } from 'vitest';
import { checkFirstAddress, suggestedAddress } from '#domain/alerts/first-address.ts';

test.each([
  ['loja.com.br', 'https://loja.com.br'],
  ['  HTTPS://Loja.com.br/  ', 'https://loja.com.br'],
  ['http://loja.com.br:8080/saude?x=1#topo', 'http://loja.com.br:8080/saude?x=1'],
  ['pão-de-açúcar.com.br', 'https://pão-de-açúcar.com.br'],
  ['loja.com.br.', 'https://loja.com.br'],
])('%j is watched as %s', (typed, address) => {
  expect(checkFirstAddress(typed)).toEqual({ ok: true, value: address });
});

test.each([
  ['', 'first-monitor.address'],
  ['minha loja', 'first-monitor.address'],
  ['https://', 'first-monitor.address'],
  ['-loja.com.br', 'first-monitor.address'],
  ['loja..com.br', 'first-monitor.address'],
  ['https://loja.com.br\\@10.0.0.1', 'first-monitor.address'],
  ['ftp://loja.com.br', 'first-monitor.scheme'],
  ['javascript://loja.com.br', 'first-monitor.scheme'],
  ['https://ana:senha@loja.com.br', 'first-monitor.secret'],
  ['203.0.113.9', 'first-monitor.ip'],
  ['http://2130706433/', 'first-monitor.ip'],
  ['http://0x7f.1/', 'first-monitor.ip'],
  ['https://[2001:db8::1]/', 'first-monitor.ip'],
  ['https://loja.onion', 'first-monitor.onion'],
  ['localhost', 'first-monitor.private'],
  ['https://banco.local', 'first-monitor.private'],
  ['https://metadata.internal', 'first-monitor.private'],
])('%j is refused: %s', (typed, problem) => {
  expect(checkFirstAddress(typed)).toEqual({ ok: false, problem });
});

test.each([
  ['ana@padaria.com.br', 'padaria.com.br'],
  ['ana@Padaria.com.br', 'padaria.com.br'],
  ['ana@gmail.com', null],
  ['ana@uol.com.br', null],
  ['ana@localhost', null],
  [null, null],
])('for the account %s the suggestion is %s', (email, address) => {
  expect(suggestedAddress(email)).toBe(address);
});
