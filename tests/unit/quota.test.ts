import { describe, expect, test } from 'vitest';
import { QuotaResponse } from '#domain/api-schemas/quota.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import {
  defaultQuota,
  isQuotaFresh,
  prohibitedCrossing,
  QUOTA_FRESH_MS,
  quotaOf,
} from '#domain/quota/quota.ts';
import { sampleCatalog as catalog, samplePlans as plansJson } from '#tests/support/catalog.ts';

test.each([
  ['free', 0, 5, true],
  ['free', 4, 5, true],
  ['free', 5, 5, false],
  ['free', 6, 5, false],
  ['essential', 29, 30, true],
  ['essential', 30, 30, false],
  ['pro', 74, 75, true],
  ['enterprise', 150, 150, false],
] as const)('%s with %i monitors: limit %i, another one fits: %s', (plan, monitors, limit, canCreate) => {
  expect(quotaOf(catalog, plan, monitors)).toEqual({
    plan,
    currentMonitors: monitors,
    monitorLimit: limit,
    canCreate,
  });
});

test('without an answer a page assumes the free plan, 0 of 5', () => {
  expect(defaultQuota(catalog)).toEqual({
    plan: 'free',
    currentMonitors: 0,
    monitorLimit: 5,
    canCreate: true,
  });
});

test('the default follows the catalogue', () => {
  const json = structuredClone(plansJson);
  const [free] = json.plans;
  if (!free) throw new Error('There is no first plan.');
  free.features[0] = '8 monitores';
  expect(defaultQuota(createCatalog(json)).monitorLimit).toBe(8);
});

test('a count is valid for five minutes', () => {
  expect(QUOTA_FRESH_MS).toBe(300_000);
  expect([0, 299_999, 300_000, -1].map((age) => isQuotaFresh(1_000_000, 1_000_000 + age))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

describe('the customer is mailed once', () => {
  test.each([
    [0, false, 'none'],
    [1, false, 'passed'],
    [2, true, 'none'],
    [0, true, 'back'],
    [null, true, 'none'],
    [null, false, 'none'],
  ] as const)('%s prohibited monitors, notified before: %s', (prohibited, wasNotified, crossing) => {
    expect(prohibitedCrossing(prohibited, wasNotified)).toBe(crossing);
  });
});

test('the contract refuses invalid counts', () => {
  const answer = { ...quotaOf(catalog, 'free', 1), exact: true };
  expect(QuotaResponse.safeParse(answer).success).toBe(true);
  for (const wrong of [-1, 1.5, '3', null]) {
    expect(QuotaResponse.safeParse({ ...answer, currentMonitors: wrong }).success).toBe(false);
  }
  expect(QuotaResponse.safeParse({ ...answer, plan: 'gold' }).success).toBe(false);
});
