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
import { printOwnEnvironments } from '#ops/print-own-environments.ts';

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

test('the command says where each is, why one stopped, and how to go on', () => {
  const line = { url: 'https://demo.vigia.test', reason: null, made: 0, changed: 0, removed: 0, refused: [] };
  const ready = { ...line, subdomain: 'status', step: 'ready', made: 4 } as const;
  const refused = [{ id: 'porta', detail: 'campoNovo' }];
  const stopped = {
    ...line,
    subdomain: 'demo',
    step: 'failed',
    reason: 'cluster-unavailable',
    refused,
  } as const;
  const text = printOwnEnvironments([stopped, ready]);
  for (const said of ['demo', 'parou', 'O Argo CD não respondeu', '"porta": campoNovo', '4 feitos', '--sim'])
    expect(text).toContain(said);
  expect(printOwnEnvironments([{ ...stopped, reason: 'no-room' }])).toContain('Nenhum cluster tem lugar');
  expect(printOwnEnvironments([ready])).not.toContain('--sim');
});
