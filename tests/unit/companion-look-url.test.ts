/** Which monitors another network may look at too. */
import { expect, test } from 'vitest';
import { type LookColumns, lookOf } from '#companion/alert-look-url.ts';

const plain: LookColumns = {
  ...{ type: 'http', url: 'https://loja.example/saude', method: 'GET', codes: '["200-299"]' },
  ...{ isUpsideDown: 0, ignoresTls: 0, bustsCache: 0, headers: null, body: null, authentication: null },
  ...{ authUser: null, certificate: null, proxy: null, family: null },
};

test.each([
  ['a plain page', {}, 'https://loja.example/saude'],
  ['by HEAD, with what forms leave empty', { method: 'HEAD', headers: '', body: ' ' }, plain.url],
  ['without encryption', { url: 'http://loja.example' }, 'http://loja.example/'],
])('%s: what it asks for', (_name, more, url) => {
  expect(lookOf({ ...plain, ...more })).toBe(url);
});

test.each<[string, Partial<LookColumns>]>([
  ['another type', { type: 'keyword' }],
  ['upside-down', { isUpsideDown: 1 }],
  ['another method', { method: 'POST' }],
  ['other codes', { codes: '["200-299","401"]' }],
  ['codes that are none', { codes: ' 200-299 ' }],
  ['certificates that are not checked', { ignoresTls: 1 }],
  ['a cache that is passed by', { bustsCache: 1 }],
  ['headers', { headers: '{"X-Chave":"1"}' }],
  ['a body', { body: '{}' }],
  ['authentication', { authentication: 'bearer' }],
  ['a user', { authUser: 'ana' }],
  ['a certificate of its own', { certificate: 'PEM' }],
  ['a proxy', { proxy: 1 }],
  ['one address family', { family: 'ipv4' }],
  ['a query', { url: 'https://loja.example/?token=segredo' }],
  ['credentials', { url: 'https://ana:senha@loja.example/' }],
  ['another scheme', { url: 'ftp://loja.example/' }],
  ['no address', { url: 'https://' }],
  ['an address that is too long', { url: `https://loja.example/${'a'.repeat(500)}` }],
])('with %s nobody else may look', (_name, more) => {
  expect(lookOf({ ...plain, ...more })).toBeNull();
});
