/** A contract's standing: the table of cases of its one derivation. */
import { describe, expect, test } from 'vitest';
import { currentStanding, type Standing } from '#domain/contract/standing.ts';
import { noon, Story } from '#tests/support/ledger-facts.ts';

const sale = new Story();
/** Essencial monthly, paid from 10 January to 9 February. */
const monthly = sale
  .buys('a', 'essential', 'monthly', '2026-01-10')
  .charge('a', 'p1', 'confirmed', '2026-01-10');
const yearly = sale
  .buys('a', 'essential', 'yearly', '2026-01-10')
  .charge('a', 'p1', 'confirmed', '2026-01-10');
const trusted = monthly.turns('a', 'pro', 'monthly', '2026-01-20', 'trust');
const overdue = monthly.charge('a', 'p2', 'overdue', '2026-02-10');
const paidEarly = overdue.charge('a', 'p3', 'confirmed', '2026-03-10', '2026-02-12');
const raised = yearly
  .difference('a', 'd1', { plan: 'enterprise', coversThrough: '2027-01-09' }, '2026-03-01')
  .turns('a', 'enterprise', 'yearly', '2026-03-01', 'difference');

type Expected = Partial<Omit<Standing, 'renewal'>> & { renews?: string | null };
/** A story's standing at noon of a day. */
const on = ({ facts }: Story, day: string): Standing => currentStanding(facts, noon(day));
const cases: readonly [name: string, at: Standing, expected: Expected][] = [
  [
    'a free environment',
    on(sale, '2026-05-05'),
    { plan: 'free', state: 'active', basis: 'free', renews: null },
  ],
  [
    'paid for today',
    on(monthly, '2026-01-20'),
    { plan: 'essential', basis: 'paid', paidThrough: '2026-02-09', renews: '2026-02-10' },
  ],
  ['the last paid day', on(monthly, '2026-02-09'), { basis: 'paid', state: 'active' }],
  [
    'the due day, not paid yet',
    on(monthly, '2026-02-10'),
    { basis: 'grace', state: 'active', plan: 'essential' },
  ],
  [
    'the last day of grace',
    on(overdue, '2026-02-25'),
    { basis: 'grace', state: 'active', changesOn: '2026-02-26' },
  ],
  ['grace is over', on(overdue, '2026-02-26'), { state: 'suspended', basis: 'none', plan: 'essential' }],
  [
    'the last retry failed',
    on(
      overdue.after([{ kind: 'charge', charge: { ...charge(overdue, 'p2'), gaveUpOn: '2026-02-25' } }]),
      '2026-02-25',
    ),
    { state: 'suspended' },
  ],
  [
    'paid within grace',
    on(overdue.charge('a', 'p2', 'confirmed', '2026-02-10', '2026-02-20'), '2026-02-20'),
    { basis: 'paid', paidThrough: '2026-03-09', renews: '2026-03-10' },
  ],
  [
    'paid while suspended: ten suspended days are free',
    on(overdue.charge('a', 'p2', 'confirmed', '2026-02-10', '2026-03-08'), '2026-03-08'),
    { basis: 'paid', paidThrough: '2026-03-19', renews: '2026-03-20' },
  ],
  [
    'the next one was paid early: this one is still due',
    on(paidEarly, '2026-02-28'),
    { state: 'suspended', renews: '2026-02-10' },
  ],
  [
    'the next one was paid early, and its days run',
    on(paidEarly, '2026-03-10'),
    { state: 'active', basis: 'paid', paidThrough: '2026-04-09', renews: '2026-04-10' },
  ],
  [
    'the next charge then has its own grace',
    on(paidEarly, '2026-04-12'),
    { state: 'active', basis: 'grace', renews: '2026-04-10' },
  ],
  [
    'on trust',
    on(trusted, '2026-01-25'),
    { plan: 'pro', paidPlan: 'essential', basis: 'trust', renews: '2026-02-10' },
  ],
  ['trust ends with the paid days', on(trusted, '2026-02-10'), { plan: 'essential', basis: 'grace' }],
  [
    'trust ends with the renewal',
    on(trusted.ends('a', 'cancellation', '2026-01-25'), '2026-01-25'),
    { plan: 'essential', basis: 'paid', endsOn: '2026-02-09', renews: null },
  ],
  [
    'a yearly plan on trust ends with the renewal too',
    on(
      monthly.turns('a', 'pro', 'yearly', '2026-01-20', 'trust').ends('a', 'cancellation', '2026-01-25'),
      '2026-01-25',
    ),
    { plan: 'essential', basis: 'paid', endsOn: '2026-02-09', renews: null },
  ],
  [
    'trust ends with its month, whatever is prepaid',
    on(
      monthly
        .charge('a', 'p2', 'confirmed', '2026-02-10', '2026-01-18')
        .turns('a', 'pro', 'monthly', '2026-01-20', 'trust'),
      '2026-01-20',
    ),
    { plan: 'pro', basis: 'trust', paidThrough: '2026-03-09', changesOn: '2026-02-10' },
  ],
  [
    'the higher charge was paid',
    on(trusted.charge('a', 'p2', 'confirmed', '2026-02-10'), '2026-02-10'),
    { plan: 'pro', basis: 'paid' },
  ],
  [
    'a declined charge after trust leaves the paid plan',
    on(trusted.charge('a', 'p2', 'overdue', '2026-02-10'), '2026-02-12'),
    { plan: 'essential', basis: 'grace' },
  ],
  [
    'a paid difference',
    on(raised, '2026-06-01'),
    { plan: 'enterprise', basis: 'paid', paidThrough: '2027-01-09', renews: '2027-01-10' },
  ],
  [
    'a difference outlives a cancelled renewal',
    on(raised.ends('a', 'cancellation', '2026-04-01'), '2026-12-31'),
    { plan: 'enterprise', endsOn: '2027-01-09', renews: null },
  ],
  [
    'a difference has no effect without its period',
    on(raised.charge('a', 'p1', 'refunded', '2026-01-10', '2026-05-01'), '2026-05-01'),
    { state: 'suspended' },
  ],
  [
    'cancelled: the paid days stay',
    on(monthly.ends('a', 'cancellation', '2026-01-12'), '2026-02-09'),
    { state: 'active', endsOn: '2026-02-09', changesOn: '2026-02-10' },
  ],
  [
    'cancelled: it ends after them',
    on(monthly.ends('a', 'cancellation', '2026-01-12'), '2026-02-10'),
    { state: 'ended', plan: 'essential' },
  ],
  [
    'cancelled in grace: it runs until the end of the day',
    on(overdue.ends('a', 'cancellation', '2026-02-24'), '2026-02-24'),
    { state: 'active', basis: 'grace', endsOn: '2026-02-24' },
  ],
  [
    'cancelled in grace: the next day it has ended',
    on(overdue.ends('a', 'cancellation', '2026-02-24'), '2026-02-25'),
    { state: 'ended' },
  ],
  [
    'a disputed charge counts until it is lost',
    on(monthly.charge('a', 'p1', 'disputed', '2026-01-10', '2026-01-15'), '2026-01-20'),
    { state: 'active', basis: 'paid' },
  ],
  [
    'a lost dispute removes its days',
    on(
      monthly.charge('a', 'p1', 'refunded', '2026-01-10', '2026-01-15').ends('a', 'chargeback', '2026-01-15'),
      '2026-01-15',
    ),
    { state: 'ended' },
  ],
  [
    'a resumed renewal after earlier paid days',
    on(
      monthly
        .ends('a', 'cancellation', '2026-01-12')
        .buys('b', 'essential', 'monthly', '2026-01-20', '2026-02-10'),
      '2026-01-25',
    ),
    { basis: 'paid', endsOn: null, renews: '2026-02-10' },
  ],
  [
    'a charge removed by an operator is forgiven',
    on(overdue.charge('a', 'p2', 'deleted', '2026-02-10', '2026-02-20'), '2026-02-28'),
    { state: 'active', paidThrough: '2026-03-09' },
  ],
];

function charge({ facts }: Story, paymentId: string) {
  const found = facts.charges.find((each) => each.paymentId === paymentId);
  if (found === undefined) throw new Error(`There is no charge ${paymentId}.`);
  return found;
}

describe('standing', () => {
  test.each(cases)('%s', (_, at, { renews, ...expected }) => {
    expect(at).toMatchObject(expected);
    if (renews !== undefined) expect(at.renewal?.dueOn ?? null).toBe(renews);
  });

  test('no environment runs more than fifteen days after an unpaid due date', () => {
    const states = Array.from({ length: 60 }, (_, day) =>
      currentStanding(overdue.facts, noon('2026-02-10') + day * 86_400_000),
    );
    expect(states.filter(({ state }) => state === 'active')).toHaveLength(16);
  });
});
