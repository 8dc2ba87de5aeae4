import { expect, test } from 'vitest';
import { deriveTenant, tenantGroupName } from '#domain/tenant/derive-tenant.ts';

test.each([
  [['tenant:padaria-central'], 'padaria-central', 'the text after the colon'],
  [['clientes', 'tenant:acme'], 'acme', 'a marked entry wins over an earlier one'],
  [['tenant:acme', 'tenant:outra'], 'acme', 'the first marked entry counts'],
  [['/tenant:acme'], 'acme', 'a full path is looked through'],
  [['/acme'], 'acme', 'without a mark, the entry less its slash'],
  [['acme', '/outra'], 'acme', 'without a mark, the first entry'],
  [['/empresa/acme'], 'empresa/acme', 'only the leading slash goes'],
])('%j belongs to %s: %s', (groups, tenant) => {
  expect(deriveTenant(groups)).toBe(tenant);
});

test.each([[[]], [['']], [['/']], [['tenant:']]])('%j belongs to nobody', (groups) => {
  expect(deriveTenant(groups)).toBeNull();
});

test('the group made for a subdomain is read back as that subdomain', () => {
  expect(deriveTenant([tenantGroupName('padaria-central')])).toBe('padaria-central');
});
