/** Whether a charge matches the ledger, and how long an ended contract's payments can be disputed. */
import { expect, test } from 'vitest';
import type { Charge, ChargeState } from '#domain/contract/facts.ts';
import { agrees, DISPUTE_DAYS_MAX, isOver, olderDifferences } from '#domain/contract/watch.ts';
import { noon, Story } from '#tests/support/ledger-facts.ts';

const seen = { paymentId: 'p', amountCentavos: 9_900, dueDate: '2026-03-10' };

test.each<[ChargeState, Partial<Record<'state' | 'amountCentavos' | 'dueDate', unknown>>, boolean]>([
  ['confirmed', {}, true],
  ['confirmed', { state: 'refunded' }, false],
  ['confirmed', { amountCentavos: 9_901 }, false],
  ['confirmed', { dueDate: '2026-03-11' }, true],
  ['pending', {}, true],
  ['pending', { dueDate: '2026-03-11' }, false],
  ['overdue', { dueDate: '2026-03-11' }, false],
])('%s, reported as %j: matches %s', (state, news, isSame) => {
  const known = { state, amountCentavos: 9_900, dueOn: '2026-03-10' };
  expect(agrees(known, { ...seen, state, ...news } as Parameters<typeof agrees>[1])).toBe(isSame);
});

/** A contract that was paid once and ended the same day. */
function ended(cycle: 'monthly' | 'yearly', state: ChargeState = 'confirmed') {
  const paid = new Story()
    .buys('a', 'pro', cycle, '2026-01-10')
    .charge('a', 'p1', 'confirmed', '2026-01-10')
    .charge('a', 'p1', state, '2026-01-10');
  const end = { kind: 'cancellation', at: noon('2026-01-10') } as const;
  const { facts } = paid.after([{ kind: 'end', contractId: 'a', end, endsOn: '2026-02-09' }]);
  const [contract] = facts.contracts;
  if (contract === undefined) throw new Error('There is no contract.');
  return { facts, contract };
}

test.each<['monthly' | 'yearly', ChargeState, string, boolean]>([
  ['monthly', 'confirmed', '2026-02-10', false],
  // 180 days after the due date, and the day after.
  ['monthly', 'confirmed', '2026-07-09', false],
  ['monthly', 'confirmed', '2026-07-10', true],
  ['monthly', 'disputed', '2027-07-10', false],
  ['monthly', 'refunded', '2026-01-11', true],
  ['yearly', 'confirmed', '2027-01-09', false],
  ['yearly', 'confirmed', '2027-01-10', true],
])('an ended %s contract, %s, on %s: over %s', (cycle, state, today, isDone) => {
  expect(DISPUTE_DAYS_MAX).toBe(180);
  const { facts, contract } = ended(cycle, state);
  expect(isOver(facts, contract, today)).toBe(isDone);
});

test('a contract that renews is never over', () => {
  const { facts, contract } = ended('monthly');
  expect(isOver(facts, { ...contract, end: null }, '2030-01-01')).toBe(false);
});

test('an unlisted difference is read alone while it can be lost', () => {
  const { facts } = ended('yearly');
  const [period] = facts.charges;
  const paid = { ...period, paymentId: 'd', kind: 'difference', amountCentavos: 50_000 } as Charge;
  const waived = { ...paid, paymentId: 'w', amountCentavos: 0 };
  const all = { ...facts, charges: [...facts.charges, paid, waived] };
  const read = (since: string, today: string) =>
    olderDifferences(all, 'a', since, today).map(({ paymentId }) => paymentId);
  expect(read('2026-01-10', '2026-03-10')).toEqual([]);
  expect(read('2026-01-11', '2026-03-11')).toEqual(['d']);
  expect(read('2027-01-11', '2027-03-11')).toEqual([]);
});
