/** What goes back of a difference when a lost dispute takes the days under it. */
import { expect, test } from 'vitest';
import { backIfLost, centavosBack, lostDebt, returnedByLoss } from '#domain/contract/endings.ts';
import { changed, type Facts } from '#domain/contract/facts.ts';
import { openPurchases } from '#domain/contract/purchases.ts';
import { paidOn } from '#domain/contract/standing.ts';
import { noon, Story } from '#tests/support/ledger-facts.ts';

/** A month of Essencial, raised to Pro for 20 of its days by a difference of R$ 100,00. */
const raised = new Story()
  .buys('a', 'essential', 'monthly', '2026-01-10')
  .charge('a', 'p1', 'confirmed', '2026-01-10')
  .difference('a', 'd1', { plan: 'pro', coversThrough: '2026-02-09' }, '2026-01-20');
const lose = (story: Story, on: string, id = 'p1', due = '2026-01-10') =>
  story.charge('a', id, 'refunded', due, on);

const settled = (facts: Facts): Facts => changed(facts, returnedByLoss(facts));
const chargeIn = ({ charges }: Facts, id: string) => charges.find(({ paymentId }) => paymentId === id);

test('the days after the loss go back in proportion, rounded up, once', () => {
  const { facts } = lose(raised, '2026-02-06');
  const changes = returnedByLoss(facts);
  expect(centavosBack(facts, changes)).toBe(1_500);
  const after = settled(facts);
  expect(chargeIn(after, 'd1')).toMatchObject({
    returned: null,
    returnedCentavos: 1_500,
    coversThrough: '2026-02-06',
  });
  expect(returnedByLoss(after)).toEqual([]);
});

test('before the decision, the same amount is announced', () => {
  const open = raised.charge('a', 'p1', 'disputed', '2026-01-10', '2026-02-01');
  expect(returnedByLoss(open.facts)).toEqual([]);
  expect(backIfLost(open.facts, 'p1', noon('2026-02-06'))).toBe(1_500);
});

test('a difference bought on the day of the loss goes back whole', () => {
  const { facts } = lose(raised, '2026-01-20');
  expect(centavosBack(facts, returnedByLoss(facts))).toBe(10_000);
  expect(chargeIn(settled(facts), 'd1')).toMatchObject({ returned: 'undelivered', returnedCentavos: 0 });
});

test('days that another charge pays stay delivered, and raised', () => {
  const ahead = new Story()
    .buys('a', 'essential', 'monthly', '2026-01-10')
    .charge('a', 'p1', 'confirmed', '2026-01-10')
    .charge('a', 'p2', 'confirmed', '2026-02-10', '2026-01-15')
    .difference('a', 'd1', { plan: 'pro', coversThrough: '2026-03-09' }, '2026-01-20');
  const { facts } = lose(ahead, '2026-02-01', 'p2', '2026-02-10');
  const after = settled(facts);
  expect(chargeIn(after, 'd1')).toMatchObject({ coversThrough: '2026-02-09' });
  expect(paidOn(after, '2026-02-09')?.plan).toBe('pro');
  expect(returnedByLoss(lose(ahead, '2026-02-20').facts)).toEqual([]);
});

test('days bought again are not raised by money that went back', () => {
  const again = new Story(settled(lose(raised, '2026-01-25').facts))
    .ends('a', 'chargeback', '2026-01-25')
    .buys('b', 'essential', 'monthly', '2026-01-26')
    .charge('b', 'p2', 'confirmed', '2026-01-26');
  expect(paidOn(again.facts, '2026-02-01')?.plan).toBe('essential');
});

test('a loss before the difference, or of the difference itself, gives nothing back', () => {
  const later = lose(
    new Story().buys('a', 'essential', 'monthly', '2026-01-10').charge('a', 'p1', 'confirmed', '2026-01-10'),
    '2026-01-15',
  )
    .buys('b', 'essential', 'monthly', '2026-01-18')
    .charge('b', 'p2', 'confirmed', '2026-01-18')
    .difference('b', 'd1', { plan: 'pro', coversThrough: '2026-02-17' }, '2026-01-20');
  expect(returnedByLoss(later.facts)).toEqual([]);
  expect(returnedByLoss(raised.charge('a', 'd1', 'refunded', '2026-01-20', '2026-01-25').facts)).toEqual([]);
});

test('what went back counts neither for a withdrawal nor for a debt', () => {
  const after = new Story(settled(lose(raised, '2026-01-22').facts));
  const kept = 10_000 - (chargeIn(after.facts, 'd1')?.returnedCentavos ?? 0);
  expect(openPurchases(after.facts, noon('2026-01-23'))).toMatchObject([{ id: 'd1', amountCentavos: kept }]);
  const lost = after.charge('a', 'd1', 'refunded', '2026-01-20', '2026-01-24');
  const charge = chargeIn(lost.facts, 'd1');
  expect(charge && lostDebt(lost.facts, charge)?.amountCentavos).toBe(kept);
});
