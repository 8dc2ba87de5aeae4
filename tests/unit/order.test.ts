import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { businessDay, renewalDay } from '#domain/billing/days.ts';
import { choosePlan, normalizePlanId } from '#domain/plans/ids.ts';
import { applicationName } from '#functions/vendors/argocd/application.ts';

test('days are counted in São Paulo: at 10 p.m. it is still today', () => {
  expect(businessDay(Date.parse('2026-11-22T01:00:00Z'))).toBe('2026-11-21');
  expect(businessDay(Date.parse('2026-11-22T03:00:00Z'))).toBe('2026-11-22');
});

test.each([
  ['2026-11-21', 'monthly', '2026-12-21'],
  ['2026-01-31', 'monthly', '2026-02-28'],
  ['2028-01-31', 'monthly', '2028-02-29'],
  ['2026-12-15', 'monthly', '2027-01-15'],
  ['2028-02-29', 'yearly', '2029-02-28'],
] as const)('%s renews %s on %s', (day, cycle, renewal) => {
  expect(renewalDay(day, cycle)).toBe(renewal);
});

test('application names fit what the cluster allows', () => {
  fc.assert(
    fc.property(fc.uuid(), (id) => {
      expect(applicationName(id)).toMatch(/^t-[0-9a-f]{16}$/);
    }),
  );
});

describe('choice of plan', () => {
  test.each([
    [{}, {}, { plan: 'pro', cycle: 'monthly' }],
    [{ plan: '' }, { plan: 'essential' }, { plan: 'essential', cycle: 'monthly' }],
    [{ plan: 'nada' }, { plan: 'essential' }, { plan: 'free', cycle: 'monthly' }],
    [{ plan: 'Empresarial', cycle: 'yearly' }, {}, { plan: 'enterprise', cycle: 'yearly' }],
    [{ cycle: 'weekly' }, { cycle: 'yearly' }, { plan: 'pro', cycle: 'yearly' }],
  ])('address %o and storage %o give %o', (address, stored, chosen) => {
    expect(choosePlan(address, stored)).toEqual(chosen);
  });

  test.each(['gratuito', 'free-tier', 'starter-free', '', null, 'x', 'constructor'])(
    '%s means free',
    (written) => {
      expect(normalizePlanId(written)).toBe('free');
    },
  );
});
