/** The dates in the terms: withdrawal, paid periods, retries after a failed charge. */
import { describe, expect, test } from 'vitest';
import { addDays, businessDay, isWorkingDay } from '#domain/billing/days.ts';
import { oldestOpen, paidThrough, resumedRenewal } from '#domain/billing/periods.ts';
import { nextRetryAt } from '#domain/billing/retries.ts';
import { billingTerms } from '#domain/billing/terms.ts';
import { lastWithdrawalDay, withdrawalEnd } from '#domain/billing/withdrawal.ts';

const at = (text: string): number => Date.parse(text);

describe('working days', () => {
  test.each([
    ['2026-11-21', false, 'a Saturday'],
    ['2026-11-22', false, 'a Sunday'],
    ['2026-11-23', true, 'a Monday'],
    ['2026-11-20', false, 'Consciência Negra'],
    ['2027-03-26', false, 'Good Friday'],
    ['2027-04-21', false, 'Tiradentes'],
    ['2026-02-17', true, 'carnival, which is not a national holiday'],
  ])('%s: %s (%s)', (day, isWorking) => {
    expect(isWorkingDay(day)).toBe(isWorking);
  });

  test('days are added across the ends of months and years', () => {
    expect(addDays('2026-12-30', 3)).toBe('2027-01-02');
    expect(addDays('2028-03-01', -1)).toBe('2028-02-29');
  });
});

describe('withdrawal', () => {
  test.each([
    ['2026-11-23T15:00:00Z', '2026-11-30', 'the first day does not count'],
    ['2026-11-24T02:59:00Z', '2026-11-30', 'it is still the 23rd in São Paulo'],
    ['2026-11-21T15:00:00Z', '2026-11-30', 'a last day on a Saturday moves to Monday'],
    ['2026-10-26T15:00:00Z', '2026-11-03', 'a last day on a holiday moves to the next day'],
    ['2026-12-18T15:00:00Z', '2026-12-28', 'Christmas on a Friday moves to Monday'],
  ])('contracted at %s: until %s (%s)', (contracted, last) => {
    expect(lastWithdrawalDay(at(contracted))).toBe(last);
  });

  test('the last day counts until midnight in São Paulo', () => {
    const end = withdrawalEnd(at('2026-11-23T15:00:00Z'));
    expect(new Date(end).toISOString()).toBe('2026-12-01T03:00:00.000Z');
    expect([businessDay(end - 1), businessDay(end)]).toEqual(['2026-11-30', '2026-12-01']);
  });

  test('the deadline is never earlier than the terms promise', () => {
    for (let day = 0; day < 400; day += 1) {
      const contracted = at('2026-01-01T12:00:00Z') + day * 86_400_000;
      const promised = contracted + billingTerms.withdrawalDays * 86_400_000;
      expect(withdrawalEnd(contracted)).toBeGreaterThan(promised);
    }
  });
});

describe('paid periods', () => {
  const paid = { state: 'confirmed', dueDate: '2026-11-21' } as const;
  const open = { state: 'pending', dueDate: '2026-12-21' } as const;

  test.each([
    ['the next charge exists', [paid, open], '2027-01-21', '2026-12-20'],
    ['the next charge is not created yet', [paid], '2026-12-21', '2026-12-20'],
    ['nothing follows any more', [paid], null, '2026-12-20'],
    ['a removed charge does not count', [paid, { ...open, state: 'deleted' as const }], null, '2026-12-20'],
    ['the renewal failed', [paid, { ...open, state: 'overdue' as const }], '2027-01-21', '2026-12-20'],
    ['the renewal was paid', [paid, { ...open, state: 'confirmed' as const }], '2027-01-21', '2027-01-20'],
  ])('%s', (_case, charges, next, through) => {
    expect(paidThrough(charges, next, 'monthly')).toBe(through);
  });

  test('without a payment there is no period', () => {
    expect(paidThrough([open], '2027-01-21', 'monthly')).toBeUndefined();
    expect(paidThrough([{ ...paid, state: 'refunded' }], null, 'yearly')).toBeUndefined();
  });

  test('the oldest open charge is due first', () => {
    expect(oldestOpen([open, { state: 'overdue', dueDate: '2026-11-30' }, paid])?.dueDate).toBe('2026-11-30');
    expect(oldestOpen([paid])).toBeUndefined();
  });

  test('a renewal paid in time keeps its day, a later one starts anew', () => {
    expect(resumedRenewal('2026-11-21', 'monthly', '2026-12-10')).toBe('2026-12-21');
    expect(resumedRenewal('2026-11-21', 'monthly', '2026-12-21')).toBe('2027-01-21');
    expect(resumedRenewal('2026-11-21', 'monthly', '2027-03-05')).toBe('2027-04-05');
  });
});

describe('retries after a failed charge', () => {
  const failedAt = at('2026-11-21T15:00:00Z');

  test('one per day in the terms, then none', () => {
    const days = billingTerms.chargeRetryDays.map((_, index) => {
      const next = nextRetryAt(failedAt, index + 1);
      return next === null ? null : (next - failedAt) / 86_400_000;
    });
    expect(days).toEqual([3, 7, 15]);
    expect(nextRetryAt(failedAt, billingTerms.chargeRetryDays.length + 1)).toBeNull();
  });
});
