/** Attempts to make the ledger's facts grant unpaid days or take away paid ones. */
import { describe, expect, test } from 'vitest';
import { endedByLoss, graceDebt, lostDebt } from '#domain/contract/endings.ts';
import { changed } from '#domain/contract/facts.ts';
import { offerFor } from '#domain/contract/offers.ts';
import { openPurchases, undo } from '#domain/contract/purchases.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { sampleCatalog as catalog } from '#tests/support/catalog.ts';
import { noon, Story } from '#tests/support/ledger-facts.ts';

const monthly = new Story()
  .buys('a', 'essential', 'monthly', '2026-01-10')
  .charge('a', 'p1', 'confirmed', '2026-01-10');

describe('a lost dispute', () => {
  const renewed = monthly
    .charge('a', 'p2', 'confirmed', '2026-02-10')
    .charge('a', 'p1', 'refunded', '2026-01-10', '2026-02-20');

  test('of old days does not use the grace of a later renewal', () => {
    expect(endedByLoss(renewed.facts, noon('2026-03-10'))).toEqual([]);
    expect(currentStanding(renewed.facts, noon('2026-03-10'))).toMatchObject({
      state: 'active',
      basis: 'grace',
    });
  });

  test('of a difference does not end a contract on its next due day', () => {
    const story = new Story()
      .buys('a', 'essential', 'yearly', '2026-01-10')
      .charge('a', 'p1', 'confirmed', '2026-01-10')
      .difference('a', 'd1', { plan: 'pro', coversThrough: '2027-01-09' }, '2026-03-01')
      .charge('a', 'd1', 'refunded', '2026-03-01', '2026-04-01');
    expect(endedByLoss(story.facts, noon('2027-01-10'))).toEqual([]);
  });

  test('of an earlier contract does not end a later one', () => {
    const bought = new Story()
      .buys('a', 'pro', 'yearly', '2026-01-10')
      .charge('a', 'p1', 'confirmed', '2026-01-10')
      .charge('a', 'p1', 'refunded', '2026-01-10', '2026-03-01')
      .ends('a', 'chargeback', '2026-03-01')
      .buys('b', 'pro', 'monthly', '2026-04-05')
      .charge('b', 'p2', 'confirmed', '2026-04-05')
      .ends('b', 'cancellation', '2026-04-20')
      .buys('c', 'pro', 'monthly', '2026-04-21', '2026-05-05');
    expect(endedByLoss(bought.facts, noon('2026-05-05'))).toEqual([]);
  });

  test('of the current days ends the contract, even before prepaid days', () => {
    const ahead = monthly
      .charge('a', 'p2', 'confirmed', '2026-02-10', '2026-01-15')
      .charge('a', 'p1', 'refunded', '2026-01-10', '2026-01-20');
    expect(endedByLoss(ahead.facts, noon('2026-01-20'))).toMatchObject([{ contractId: 'a' }]);
  });
});

describe('a debt', () => {
  const overdue = monthly.charge('a', 'p2', 'overdue', '2026-02-10');

  test('for the same days is one, with or without a known charge', () => {
    const now = noon('2026-03-05');
    expect(graceDebt(monthly.facts, now)?.reference).toBe(graceDebt(overdue.facts, now)?.reference);
  });

  test('of a lost dispute differs from that of the unpaid charge', () => {
    const lost = overdue
      .charge('a', 'p2', 'confirmed', '2026-02-10', '2026-03-01')
      .charge('a', 'p2', 'refunded', '2026-02-10', '2026-03-20');
    const charge = lost.facts.charges.find(({ paymentId }) => paymentId === 'p2');
    const before = graceDebt(overdue.facts, noon('2026-03-01'))?.reference;
    expect(charge && lostDebt(lost.facts, charge)?.reference).not.toBe(before);
  });
});

const january = new Story()
  .buys('a', 'essential', 'monthly', '2026-01-31')
  .charge('a', 'p1', 'confirmed', '2026-01-31');
test.each([
  [
    'after it was paid',
    january
      .charge('a', 'p2', 'confirmed', '2026-02-28')
      .charge('a', 'p3', 'pending', '2026-03-31', '2026-03-01'),
  ],
  [
    'before it was paid',
    january
      .charge('a', 'p3', 'pending', '2026-03-31', '2026-02-20')
      .charge('a', 'p2', 'confirmed', '2026-02-28'),
  ],
])('a month after a short one is fully paid, known %s', (_, story) => {
  for (const day of ['2026-03-28', '2026-03-30'])
    expect(currentStanding(story.facts, noon(day))).toMatchObject({ state: 'active', basis: 'paid' });
  const offer = offerFor(
    story.facts,
    { catalog, hasUnpaidUpgrade: true },
    { plan: 'pro', cycle: 'monthly' },
    noon('2026-02-28'),
  );
  expect(offer).toMatchObject({ kind: 'difference', coversThrough: '2026-03-30' });
  expect('todayCentavos' in offer && offer.todayCentavos).toBeLessThanOrEqual(9900 - 4900);
});

test('a postponed charge does not make days paid', () => {
  const late = monthly.charge('a', 'p2', 'pending', '2026-02-20', '2026-01-15');
  expect(currentStanding(late.facts, noon('2026-02-12')).isCovered).toBe(false);
});

test('withdrawing a second difference restores the cycle chosen in between', () => {
  const yearly = new Story()
    .buys('a', 'essential', 'yearly', '2026-01-10')
    .charge('a', 'p1', 'confirmed', '2026-01-10')
    .turns('a', 'pro', 'yearly', '2026-02-01', 'difference')
    .turns('a', 'essential', 'yearly', '2026-02-02', 'reverted')
    .turns('a', 'essential', 'monthly', '2026-02-03', 'cycle')
    .difference('a', 'd2', { plan: 'pro', coversThrough: '2027-01-09' }, '2026-02-04')
    .turns('a', 'pro', 'monthly', '2026-02-04', 'difference');
  const [purchase] = openPurchases(yearly.facts, noon('2026-02-05')).filter(({ id }) => id === 'd2');
  if (purchase === undefined) throw new Error('It cannot be withdrawn.');
  const after = changed(yearly.facts, undo(yearly.facts, purchase, noon('2026-02-05')));
  expect(currentStanding(after, noon('2026-02-05')).renewal).toMatchObject({
    plan: 'essential',
    cycle: 'monthly',
  });
});
