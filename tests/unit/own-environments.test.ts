/** Environments of our own: their names, and what they take part in. */
import { expect, test } from 'vitest';
import site from '#content/site.json' with { type: 'json' };
import {
  isOwnEnvironment,
  ownEnvironments,
  ownSubject,
  takesPart,
} from '#domain/tenants/own-environments.ts';
import { isReservedName } from '#domain/tenants/reserved-names.ts';

test('nobody can order their names, and the pages lead to them', () => {
  expect(ownEnvironments.every(isReservedName)).toBe(true);
  expect([site.hosts.demoTenant, site.hosts.statusTenant].every(isOwnEnvironment)).toBe(true);
});

test('their subjects are no account’s: a provider’s are UUIDs', () => {
  for (const own of ownEnvironments) expect(ownSubject(own)).not.toMatch(/^[0-9a-f-]+$/);
});

test.each(['contract', 'alerts', 'limits', 'reports', 'people', 'sleep', 'cost'] as const)(
  'a customer takes part in %s, and they do not',
  (part) => {
    expect([takesPart('padaria', part), takesPart('demo', part)]).toEqual([true, false]);
  },
);

test.each(['fleet', 'copies', 'watch', 'orphans', 'admitted', 'removal'] as const)(
  'both take part in %s',
  (part) => {
    expect([takesPart('padaria', part), takesPart('status', part)]).toEqual([true, true]);
  },
);
