/** Which marks block a purchase, which of several is reported, and how long each counts. */
import { expect, test } from 'vitest';
import { billingTerms } from '#domain/billing/terms.ts';
import { type FoundMark, hasUnpaidUpgrade, holdOf, isWaived, type MarkKind } from '#domain/contract/holds.ts';

/** Noon in São Paulo. */
const NOW = Date.parse('2026-11-22T12:00:00-03:00');

function mark(kind: MarkKind, day: string, known: Partial<FoundMark> = {}): FoundMark {
  const reference = `${kind}-${day}`;
  return {
    id: `${kind}:${reference}`,
    kind,
    reference,
    amountCentavos: null,
    days: null,
    settledAt: null,
    settledBy: null,
    at: Date.parse(`${day}T12:00:00-03:00`),
    parties: ['account', 'payer'],
    ...known,
  };
}
const settled = { settledAt: NOW - 1 };
const debt = mark('debt', '2026-06-01', { amountCentavos: 1_320, days: 4 });
const older = mark('debt', '2022-01-01', { amountCentavos: 500, days: 15 });
const dispute = mark('dispute', '2026-11-01');
const [one, two] = [mark('withdrawal', '2026-03-10'), mark('withdrawal', '2026-11-20')];
const of = (known: FoundMark, ...parties: string[]): FoundMark => ({ ...known, parties });
const released = { ...two, ...settled, settledBy: 'operator' } as const;

test.each<[string, readonly FoundMark[], unknown]>([
  ['nothing', [], null],
  ['one withdrawal', [one], null],
  ['two withdrawals', [one, two], { kind: 'withdrawals', marks: [one, two] }],
  [
    'three withdrawals, one released',
    [one, released, mark('withdrawal', '2026-10-01')],
    { kind: 'withdrawals' },
  ],
  ['two withdrawals, one released', [one, released], null],
  ['a second one exactly a year ago', [mark('withdrawal', '2025-11-22'), two], null],
  ['a second one the day after that', [mark('withdrawal', '2025-11-23'), two], { kind: 'withdrawals' }],
  ['one of the account, one of its payer', [of(one, 'account'), of(two, 'payer')], null],
  ['two of the payer alone', [of(one, 'payer'), of(two, 'payer')], { kind: 'withdrawals' }],
  [
    'two of the tenant, one of the payer',
    [of(one, 'tenant'), of(two, 'tenant'), of(mark('withdrawal', '2026-10-01'), 'payer')],
    { kind: 'withdrawals', marks: [of(one, 'tenant'), of(two, 'tenant')] },
  ],
  ['a debt of the payer alone', [of(debt, 'payer')], { kind: 'debt' }],
  ['a debt', [debt], { kind: 'debt', centavos: 1_320, days: 4 }],
  [
    'two debts, one years old',
    [older, debt],
    { kind: 'debt', centavos: 1_820, days: 19, marks: [older, debt] },
  ],
  ['a paid debt', [{ ...debt, ...settled, settledBy: 'paid' }], null],
  ['a paid and an open debt', [{ ...older, ...settled, settledBy: 'paid' }, debt], { kind: 'debt', days: 4 }],
  ['a dispute', [dispute], { kind: 'dispute', marks: [dispute] }],
  ['a won dispute', [{ ...dispute, ...settled, settledBy: 'won' }], null],
  ['a lost dispute', [{ ...dispute, ...settled, settledBy: 'lost' }], null],
  ['trust', [mark('trust', '2026-11-01')], null],
  ['everything', [one, two, dispute, debt], { kind: 'debt' }],
  ['withdrawals and a dispute', [one, two, dispute], { kind: 'dispute' }],
])('%s', (_, marks, hold) => {
  if (hold === null) expect(holdOf(marks, NOW)).toBeNull();
  else expect(holdOf(marks, NOW)).toMatchObject(hold as object);
});

test('days are São Paulo’s even when UTC is a day ahead', () => {
  const late = mark('withdrawal', '2025-11-22', { at: Date.parse('2025-11-22T23:30:00-03:00') });
  expect(holdOf([late, two], Date.parse('2026-11-21T23:59:00-03:00'))).not.toBeNull();
  expect(holdOf([late, two], Date.parse('2026-11-22T00:00:00-03:00'))).toBeNull();
});

test('trust is open until a charge has settled it', () => {
  const trust = mark('trust', '2026-01-01');
  expect(hasUnpaidUpgrade([debt, trust])).toBe(true);
  expect(hasUnpaidUpgrade([{ ...trust, ...settled, settledBy: 'honoured' }, debt])).toBe(false);
});

test('a debt below the processor’s minimum is waived', () => {
  expect([isWaived(499), isWaived(500)]).toEqual([true, false]);
  expect(billingTerms.withdrawalsMax).toBe(2);
});
