import { expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import { normalizeSubdomain } from '#domain/subdomain/subdomain.ts';
import { deriveTenant, tenantGroupName } from '#domain/tenants/derive-tenant.ts';
import { BRAND, holdsBrand, isReservedName, withoutBrand } from '#domain/tenants/reserved-names.ts';

test.each([
  [['tenant:padaria-central'], 'padaria-central', 'the text after the colon'],
  [['clientes', 'tenant:acme'], 'acme', 'a prefixed entry wins over an earlier one'],
  [['tenant:acme', 'tenant:outra'], 'acme', 'the first prefixed entry counts'],
  [['/tenant:acme'], 'acme', 'a full path is accepted'],
  [['/acme'], 'acme', 'without a prefix, the entry without its slash'],
  [['acme', '/outra'], 'acme', 'without a prefix, the first entry'],
])('%j belongs to %s: %s', (groups, tenant) => {
  expect(deriveTenant(groups)).toBe(tenant);
});

test.each([
  [[]],
  [['']],
  [['/']],
  [['tenant:']],
  [['/empresa/acme']],
  [['operators']],
  [['/operadores']],
  [['admin', 'acme']],
  [['vigia-ops']],
  [['ACME']],
])('%j belongs to no tenant', (groups) => {
  expect(deriveTenant(groups)).toBeNull();
});

test('the group name of a subdomain is read back as that subdomain', () => {
  expect(deriveTenant([tenantGroupName('padaria-central')])).toBe('padaria-central');
});

const misleading = [
  'pagamentos',
  'cobranca',
  'seguranca',
  'fatura',
  'pix',
  'signin',
  'minha-conta',
  'entrar2',
  'operators',
  'ops',
  'mta-sts',
  'sign-in',
  'log-in',
  'l0gin',
  '1ogin',
  'p1x',
  'segur4nca',
  'faturas-2026',
  'area-do-cliente',
  'nota-fiscal',
  'no-reply',
  'pop3',
  'ns1',
  'ns2',
  'oauth2',
  'boleto',
];
test.each(misleading)('%s is reserved', (name) => {
  expect(isReservedName(name)).toBe(true);
});

test.each(['acme', 'padaria-central', 'pixel', 'entrarte', 'loja-da-maria', 'segunda', 'conta-certa', '360'])(
  '%s is an ordinary name',
  (name) => {
    expect(isReservedName(name)).toBe(false);
    expect(holdsBrand(name)).toBe(false);
  },
);

test.each([
  ['vigia', ''],
  ['vigia-suporte', 'suporte'],
  ['meuvigia', 'meu'],
  ['v1g1a', ''],
  ['vlgia-br', 'br'],
  ['vi-gia', ''],
  ['padaria-vigia-central', 'padaria-central'],
])('%s contains the brand', (name, rest) => {
  expect(holdsBrand(name)).toBe(true);
  expect(withoutBrand(name)).toBe(rest);
});

test('the forbidden brand in names is the site’s', () => {
  expect(normalizeSubdomain(site.name)).toBe(BRAND);
});
