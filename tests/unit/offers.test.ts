/** Which plans may be bought at which price, what a withdrawal undoes, and what is owed afterwards. */
import { describe, expect, test } from 'vitest';
import { cancelled, endedByLoss, graceDebt, lostDebt } from '#domain/contract/endings.ts';
import { changed, type Facts } from '#domain/contract/facts.ts';
import { offerFor, offersOf, type Target } from '#domain/contract/offers.ts';
import { openPurchases, undo } from '#domain/contract/purchases.ts';
import { currentStanding } from '#domain/contract/standing.ts';
import { sampleCatalog as catalog } from '#tests/support/catalog.ts';
import { free, noon, Story } from '#tests/support/ledger-facts.ts';

const sale = new Story();
const monthly = sale
  .buys('a', 'essential', 'monthly', '2026-01-10')
  .charge('a', 'p1', 'confirmed', '2026-01-10');
const yearly = sale
  .buys('a', 'essential', 'yearly', '2026-01-10')
  .charge('a', 'p1', 'confirmed', '2026-01-10');
const cancelledYearly = yearly.ends('a', 'cancellation', '2026-01-12');
const raised = yearly
  .difference('a', 'd1', { plan: 'pro', coversThrough: '2027-01-09' }, '2026-03-01')
  .turns('a', 'pro', 'yearly', '2026-03-01', 'difference');
const overdue = monthly.charge('a', 'p2', 'overdue', '2026-02-10');

const asked = (facts: Facts, target: Target, day: string, hasUnpaidUpgrade = false) =>
  offerFor(facts, { catalog, hasUnpaidUpgrade }, target, noon(day));
type Offer = ReturnType<typeof asked>;
const pro: Target = { plan: 'pro', cycle: 'monthly' };
const enterprise: Target = { plan: 'enterprise', cycle: 'yearly' };

describe('what a request means', () => {
  test.each<[string, Offer, object]>([
    [
      'free: a purchase, paid today',
      asked(free, pro, '2026-03-03'),
      { kind: 'purchase', todayCentavos: 9900, firstDueOn: '2026-03-03' },
    ],
    [
      'monthly: on trust',
      asked(monthly.facts, pro, '2026-01-20'),
      { kind: 'trust', todayCentavos: 0, amountCentavos: 9900, renewsOn: '2026-02-10' },
    ],
    [
      'monthly asking for a year: still on trust',
      asked(monthly.facts, enterprise, '2026-01-20'),
      { kind: 'trust', amountCentavos: catalog.priceCentavos('enterprise', 'yearly') },
    ],
    [
      'monthly, trust used: the difference of 20 of 31 days',
      asked(monthly.facts, pro, '2026-01-20', true),
      { kind: 'difference', todayCentavos: Math.floor((5000 * 20) / 31), days: 20 },
    ],
    [
      'monthly, cancelled: the difference, and no renewal',
      asked(monthly.ends('a', 'cancellation', '2026-01-15').facts, pro, '2026-01-20'),
      { kind: 'difference', renewsOn: null },
    ],
    [
      'the last paid day: waived',
      asked(monthly.facts, pro, '2026-02-09', true),
      { kind: 'difference', todayCentavos: 0 },
    ],
    [
      'below five reais: waived',
      asked(monthly.facts, pro, '2026-02-06', true),
      { kind: 'difference', todayCentavos: 0, days: 3 },
    ],
    [
      'yearly: the difference',
      asked(yearly.facts, enterprise, '2026-04-19'),
      { kind: 'difference', todayCentavos: Math.floor((270_000 * 265) / 365), days: 265 },
    ],
    [
      'yearly asking for a month: still the yearly difference',
      asked(yearly.facts, pro, '2026-04-19'),
      { kind: 'difference', todayCentavos: Math.floor((54_000 * 265) / 365), amountCentavos: 9900 },
    ],
    [
      'less an earlier paid difference',
      asked(raised.facts, enterprise, '2026-04-19'),
      { kind: 'difference', todayCentavos: Math.floor((216_000 * 265) / 365) },
    ],
    [
      'the same plan, cancelled: resumed',
      asked(cancelledYearly.facts, { plan: 'essential', cycle: 'yearly' }, '2026-01-12'),
      { kind: 'resume', todayCentavos: 0, firstDueOn: '2027-01-10' },
    ],
    [
      'the same plan in another cycle',
      asked(monthly.facts, { plan: 'essential', cycle: 'yearly' }, '2026-01-20'),
      { kind: 'cycle', todayCentavos: 0, renewsOn: '2026-02-10' },
    ],
    [
      'the same plan and cycle',
      asked(monthly.facts, { plan: 'essential', cycle: 'monthly' }, '2026-01-20'),
      { kind: 'refused', sentence: 'upgrade.same-plan' },
    ],
    [
      'a lower plan',
      asked(raised.facts, { plan: 'essential', cycle: 'yearly' }, '2026-04-01'),
      { kind: 'refused', sentence: 'upgrade.not-higher' },
    ],
    [
      'after trust ended, the paid plan is the same again',
      asked(
        monthly.turns('a', 'pro', 'monthly', '2026-01-20', 'trust').ends('a', 'cancellation', '2026-02-09')
          .facts,
        { plan: 'essential', cycle: 'monthly' },
        '2026-02-09',
        true,
      ),
      { kind: 'resume' },
    ],
    ['a charge is due', asked(overdue.facts, pro, '2026-02-12'), { kind: 'refused', why: 'owed' }],
    [
      'suspended',
      asked(overdue.facts, pro, '2026-03-12'),
      { kind: 'refused', why: 'owed', sentence: 'upgrade.suspended' },
    ],
    [
      'a charge is disputed',
      asked(monthly.charge('a', 'p1', 'disputed', '2026-01-10', '2026-01-15').facts, pro, '2026-01-20'),
      { kind: 'refused', why: 'disputed' },
    ],
    [
      'ended: bought again',
      asked(
        monthly.ends('a', 'cancellation', '2026-01-15').facts,
        { plan: 'essential', cycle: 'monthly' },
        '2026-03-01',
      ),
      { kind: 'purchase', todayCentavos: 4900 },
    ],
    [
      'free is never bought',
      asked(free, { plan: 'free', cycle: 'monthly' }, '2026-03-01'),
      { kind: 'refused' },
    ],
  ])('%s', (_, offer, expected) => {
    expect(offer).toMatchObject(expected);
  });

  test('a waived difference is calculated again later', () => {
    const offer = asked(monthly.facts, pro, '2026-02-07', true);
    expect(offer).toMatchObject({ todayCentavos: 0, fullCentavos: 4900, baseCentavos: 4900 });
  });

  test('single steps never cost less than the whole upgrade at once', () => {
    const direct = asked(yearly.facts, { ...enterprise }, '2026-03-01');
    const first = asked(yearly.facts, { ...enterprise, plan: 'pro' }, '2026-03-01');
    const second = asked(raised.facts, enterprise, '2026-03-01');
    const paid = (offer: object): number => ('todayCentavos' in offer ? Number(offer.todayCentavos) : 0);
    expect(paid(direct) - paid(first) - paid(second)).toBeLessThanOrEqual(1);
  });

  test('everything that may be bought, and nothing lower', () => {
    const kinds = offersOf(yearly.facts, { catalog, hasUnpaidUpgrade: false }, noon('2026-03-01')).map(
      ({ kind, plan, cycle }) => `${kind} ${plan} ${cycle}`,
    );
    expect(kinds).toEqual([
      'cycle essential monthly',
      'difference pro monthly',
      'difference pro yearly',
      'difference enterprise monthly',
      'difference enterprise yearly',
    ]);
  });
});

const undone = (facts: Facts, id: string, day: string): Facts => {
  const purchase = openPurchases(facts, noon(day)).find((each) => each.id === id);
  if (purchase === undefined) throw new Error(`${id} cannot be undone.`);
  return changed(facts, undo(facts, purchase, noon(day)));
};
const returned = ({ charges }: Facts): string[] =>
  charges.filter((each) => each.returned === 'withdrawal').map(({ paymentId }) => paymentId);

describe('undoing a purchase', () => {
  test('the right survives cancelling and resuming, and ends the following contract', () => {
    const resumed = cancelledYearly.buys('b', 'essential', 'yearly', '2026-01-12', '2027-01-10');
    const facts = undone(resumed.facts, 'a', '2026-01-13');
    expect(returned(facts)).toEqual(['p1']);
    expect(facts.contracts.map(({ end }) => end?.kind)).toEqual(['withdrawal', 'withdrawal']);
    expect(currentStanding(facts, noon('2026-01-13')).state).toBe('ended');
  });

  test('a difference is refunded alone and restores plan and price', () => {
    const facts = undone(raised.facts, 'd1', '2026-03-04');
    expect(returned(facts)).toEqual(['d1']);
    expect(currentStanding(facts, noon('2026-03-04'))).toMatchObject({
      plan: 'essential',
      state: 'active',
      renewal: { plan: 'essential', cycle: 'yearly' },
    });
  });

  test('a difference also undoes those calculated from it', () => {
    const twice = raised.difference(
      'a',
      'd2',
      {
        plan: 'enterprise',
        coversThrough: '2027-01-09',
        baseCentavos: catalog.priceCentavos('pro', 'yearly'),
      },
      '2026-03-02',
    );
    expect(returned(undone(twice.facts, 'd1', '2026-03-04'))).toEqual(['d1', 'd2']);
  });

  test('the contract also undoes its differences', () => {
    const early = yearly.difference('a', 'd1', { plan: 'pro', coversThrough: '2027-01-09' }, '2026-01-12');
    expect(returned(undone(early.facts, 'a', '2026-01-14')).toSorted()).toEqual(['d1', 'p1']);
  });

  test('an unpaid renewal and a charge being refunded are no purchases', () => {
    const renewed = monthly.charge('a', 'p2', 'confirmed', '2026-02-10');
    expect(openPurchases(renewed.facts, noon('2026-02-11'))).toEqual([]);
    expect(openPurchases(undone(monthly.facts, 'a', '2026-01-11'), noon('2026-01-11'))).toEqual([]);
  });
});

describe('what is owed', () => {
  test('fourteen grace days, then cancelled', () => {
    const debt = graceDebt(overdue.facts, noon('2026-02-24'));
    expect(debt).toEqual({
      reference: 'a:2026-02-10',
      days: 15,
      amountCentavos: Math.floor((4900 * 15) / 28),
    });
    expect(cancelled(overdue.facts, noon('2026-02-24'))).toMatchObject([{ endsOn: '2026-02-24' }]);
  });

  test('suspended days are not owed', () => {
    expect(graceDebt(overdue.facts, noon('2026-04-24'))?.days).toBe(16);
  });

  test('nothing on paid days, and nothing below five reais', () => {
    expect(graceDebt(monthly.facts, noon('2026-01-20'))).toBeNull();
    expect(graceDebt(overdue.facts, noon('2026-02-10'))).toBeNull();
  });

  test('grace after trust is owed at the paid plan’s price', () => {
    const declined = monthly
      .turns('a', 'enterprise', 'monthly', '2026-01-20', 'trust')
      .charge('a', 'p2', 'overdue', '2026-02-10');
    expect(graceDebt(declined.facts, noon('2026-02-24'))?.amountCentavos).toBe(Math.floor((4900 * 15) / 28));
  });

  test('a hundred days of a lost year, which ends the contract', () => {
    const lost = yearly.charge('a', 'p1', 'refunded', '2026-01-10', '2026-04-19');
    const [charge] = lost.facts.charges;
    expect(charge && lostDebt(lost.facts, charge)).toEqual({
      reference: 'p1',
      days: 100,
      amountCentavos: Math.floor((52_900 * 100) / 365),
    });
    expect(endedByLoss(lost.facts, noon('2026-04-19'))).toMatchObject([
      { contractId: 'a', end: { kind: 'chargeback' } },
    ]);
  });

  test('a lost charge of an earlier month keeps a contract paid today', () => {
    const renewed = monthly.charge('a', 'p2', 'confirmed', '2026-02-10');
    const lost = renewed.charge('a', 'p1', 'refunded', '2026-01-10', '2026-02-20');
    expect(endedByLoss(lost.facts, noon('2026-02-20'))).toEqual([]);
    expect(currentStanding(lost.facts, noon('2026-02-20')).state).toBe('active');
  });

  test('a renewal that was to follow lost days ends with them', () => {
    const resumed = cancelledYearly.buys('b', 'essential', 'yearly', '2026-01-12', '2027-01-10');
    const lost = resumed.charge('a', 'p1', 'refunded', '2026-01-10', '2026-04-19');
    expect(endedByLoss(lost.facts, noon('2026-04-19'))).toMatchObject([{ contractId: 'b' }]);
  });
});
