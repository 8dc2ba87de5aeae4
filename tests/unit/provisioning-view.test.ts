import { expect, test } from 'vitest';
import {
  announcement,
  formatElapsed,
  pollInterval,
  provisioningView,
  readExpected,
} from '#checkout/provisioning/view.ts';
import type { ProvisioningStatus } from '#domain/api-schemas/provisioning.ts';

const expected = { tenant: 'acme', plan: 'pro', cycle: 'monthly' } as const;
const status = (change: Partial<ProvisioningStatus> = {}): ProvisioningStatus => ({
  provisionamentoStatus: 'EM_ANDAMENTO',
  tenant: 'acme',
  updatedAt: '2026-11-21T12:00:00Z',
  argocd: { synced: false, healthy: false },
  ping: { ok: false },
  plano: 'pro',
  ...change,
});

test('before the first response the address gives plan and tenant', () => {
  expect(provisioningView(undefined, expected)).toMatchObject({
    phase: 'waiting',
    tenant: 'acme',
    percent: 0,
  });
});

test('the order overrides the address', () => {
  const view = provisioningView(status({ plano: 'free', tenant: 'padaria', ciclo: 'yearly' }), expected);
  expect(view).toMatchObject({ plan: 'free', tenant: 'padaria', cycle: 'yearly', percent: 25 });
});

test.each<[string, Partial<ProvisioningStatus>, string]>([
  ['without an order', { provisionamentoStatus: 'AGUARDANDO', tenant: undefined }, 'no-order'],
  ['unpaid', { provisionamentoStatus: 'AGUARDANDO', paymentUrl: 'https://pagar.example/1' }, 'unpaid'],
  ['waiting', { provisionamentoStatus: 'AGUARDANDO' }, 'working'],
  ['ready', { provisionamentoStatus: 'CONCLUIDO' }, 'done'],
  ['suspended since', { provisionamentoStatus: 'CONCLUIDO', situacao: 'suspensa' }, 'suspended'],
  ['ended since', { provisionamentoStatus: 'CONCLUIDO', situacao: 'encerrada' }, 'ended'],
  ['broken', { provisionamentoStatus: 'ERRO' }, 'failed'],
])('%s', (_name, change, phase) => {
  expect(provisioningView(status(change), expected).phase).toBe(phase);
});

test('polling runs every 5 s, slower after failures, and stops when ready', () => {
  expect(pollInterval(undefined, 0)).toBe(5_000);
  expect(pollInterval(status(), 1)).toBe(10_000);
  expect(pollInterval(status(), 30)).toBe(15_000);
  expect(pollInterval(status({ provisionamentoStatus: 'ERRO' }), 0)).toBe(5_000);
  expect(pollInterval(status({ provisionamentoStatus: 'CONCLUIDO' }), 0)).toBe(false);
});

test('the live region names the running step', () => {
  const view = provisioningView(status({ argocd: { synced: true, healthy: true } }), expected);
  expect(announcement(view)).toBe('Passo 4 de 4: executando testes. Depois, o painel pronto.');
});

test.each([
  [-5_000, '0 s'],
  [59_999, '59 s'],
  [65_000, '1 min 05 s'],
  [3_720_000, '1 h 02 min'],
])('%i ms is shown as %s', (elapsed, shown) => {
  expect(formatElapsed(elapsed)).toBe(shown);
});

test('the address may use plano, and an invalid subdomain is not shown', () => {
  const stored = { plan: null, cycle: null, subdomain: null };
  expect(readExpected('?tenant=acme&plano=gratuito&cycle=yearly', stored)).toEqual({
    tenant: 'acme',
    plan: 'free',
    cycle: 'yearly',
  });
  expect(readExpected('?tenant=evil.example/x', stored).tenant).toBeNull();
});
