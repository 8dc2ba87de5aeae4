/** Tests that each rule of the contracts' rehearsal can fail: a valid record is broken in one place at a time. */
import { describe, expect, test } from 'vitest';
import { addDays } from '#domain/billing/days.ts';
import type { Account, Asked, Charge, Facts, RunDay, Subscription, Use } from '#tests/simulation/facts.ts';
import { judge, type Rule } from '#tests/simulation/judge.ts';
import { nothingSold } from '#tests/simulation/sold-facts.ts';

const charge: Charge = {
  ...{
    id: 'pay_1',
    account: 1,
    kind: 'period',
    subscription: 'sub_1',
    plan: 'pro',
    cycle: 'monthly',
    centavos: 9900,
  },
  ...{
    madeOn: '2027-01-18',
    dueOn: '2027-01-18',
    confirmedOn: '2027-01-18',
    removedOn: null,
    returnedOn: null,
  },
  ...{ refunds: 0, backCentavos: 0, disputedOn: null, lostOn: null, isDisputed: false },
};
const next: Charge = { ...charge, id: 'pay_2', madeOn: '2027-02-18', dueOn: '2027-02-18', confirmedOn: null };
const subscription: Subscription = {
  ...{ id: 'sub_1', account: 1, isLive: true, plan: 'pro', madeOn: '2027-01-18', nextDueOn: '2027-02-18' },
};
const use: Use = { id: 'sub_1', account: 1, customerOf: 1, cardOf: 1 };
const seen: Account = {
  ...{
    account: 1,
    plan: 'pro',
    state: 'ativa',
    endsOn: null,
    nextChargeOn: '2027-02-18',
    paidThrough: '2027-02-17',
  },
  ...{ renewsOn: '2027-02-18', undoUntil: null, owes: false, card: '1111' },
};
const asked: Asked = {
  ...{ day: '2027-01-20', account: 1, command: 'withdraw', status: 200, code: null, didBuy: false },
  ...{ isOnPage: false, purchase: null, paidBefore: ['pay_1'], isDisputeOpen: false },
};

/** Days on which a plan ran, both ends included. */
function ran(from: string, through: string, known: Partial<RunDay> = {}): RunDay[] {
  const days: RunDay[] = [];
  for (let day = from; day <= through; day = addDays(day, 1))
    days.push({
      day,
      account: 1,
      plan: 'pro',
      isSuspended: false,
      isExcused: false,
      livePlans: ['pro'],
      ...known,
    });
  return days;
}

const well: Facts = {
  ...{ today: '2027-01-25', quietDays: 10, charges: [charge], subscriptions: [subscription], uses: [use] },
  ...{
    days: ran('2027-01-18', '2027-01-25'),
    asked: [],
    stoodOn: new Map([[1, '2027-01-18']]),
    erased: new Set(),
  },
  ...{
    payers: new Map([[1, 'ana']]),
    seen,
    offers: { plan: 'pro', paidThrough: '2027-02-17', obstacle: null },
    mails: [],
    sold: { ...nothingSold, notes: [{ id: 'inv_1', charge: 'pay_1', isInForce: true }] },
  },
};

test('a paid month that ran breaks no rule', () => {
  expect(judge(well)).toEqual([]);
});

const found = (rule: Rule, known: Partial<Facts>): string[] =>
  judge({ ...well, ...known }, [rule]).map(({ what }) => what);
const days = (from: string, through: string, known: Partial<RunDay> = {}) => ({
  days: ran(from, through, known),
});

describe('days of a paid plan', () => {
  test.each<[string, Partial<Facts>, string]>([
    ['after the paid days', days('2027-02-18', '2027-02-18'), 'sem cobrança confirmada'],
    [
      'above the plan paid for the year',
      {
        ...days('2027-01-20', '2027-01-20', { plan: 'enterprise' }),
        charges: [{ ...charge, cycle: 'yearly' }],
      },
      'sem a diferença',
    ],
    [
      'on trust without a renewal',
      days('2027-01-20', '2027-01-20', { plan: 'enterprise', livePlans: [] }),
      'sem renovação',
    ],
    [
      'after a lost dispute',
      { ...days('2027-01-25', '2027-01-25'), charges: [{ ...charge, lostOn: '2027-01-22' }] },
      'depois de perder',
    ],
    [
      'after the refund',
      { ...days('2027-01-25', '2027-01-25'), charges: [{ ...charge, returnedOn: '2027-01-22' }] },
      'dinheiro de volta',
    ],
    [
      'in grace above the paid plan',
      { ...days('2027-02-20', '2027-02-20', { plan: 'enterprise' }), charges: [charge, next] },
      'sem cobrança confirmada',
    ],
    [
      'after fifteen grace days',
      { ...days('2027-03-06', '2027-03-06'), charges: [charge, next] },
      'sem cobrança confirmada',
    ],
  ])('%s are found', (_, known, sentence) => {
    expect(found('cobertura', known)).toEqual([expect.stringContaining(sentence)]);
  });

  test.each<[string, Partial<Facts>]>([
    ['in grace', { ...days('2027-02-18', '2027-03-05'), charges: [charge, next] }],
    ['on trust', days('2027-01-20', '2027-02-17', { plan: 'enterprise', livePlans: ['enterprise'] })],
    [
      'of a difference',
      {
        ...days('2027-01-22', '2027-02-17', { plan: 'enterprise' }),
        charges: [
          charge,
          {
            ...charge,
            id: 'pay_3',
            kind: 'difference',
            subscription: null,
            plan: 'enterprise',
            cycle: null,
            confirmedOn: '2027-01-22',
          },
        ],
      },
    ],
    [
      'with a waived difference',
      {
        ...days('2028-01-17', '2028-01-17', { plan: 'enterprise', livePlans: [] }),
        charges: [{ ...charge, cycle: 'yearly' }],
      },
    ],
    ['while the cluster is unreachable', days('2027-02-18', '2027-02-18', { isExcused: true })],
    ['of a suspended environment', days('2027-02-18', '2027-02-18', { isSuspended: true })],
  ])('%s are allowed', (_, known) => {
    expect(found('cobertura', known)).toEqual([]);
  });
});

describe('between two confirmed charges', () => {
  test('a second grace is reported, unless a charge was paid in between', () => {
    const second: Charge = {
      ...charge,
      id: 'pay_3',
      madeOn: '2027-03-04',
      dueOn: '2027-03-04',
      confirmedOn: null,
    };
    const first = { ...next, removedOn: '2027-03-04' };
    const known = { charges: [charge, first, second], ...days('2027-02-18', '2027-03-19') };
    // The paid plan is the one before the first failure.
    const paid: Charge = {
      ...charge,
      id: 'pay_0',
      dueOn: '2027-03-03',
      confirmedOn: '2027-01-18',
      cycle: 'monthly',
      returnedOn: '2027-03-03',
    };
    expect(found('limites', { ...known, charges: [...known.charges, paid] })).toEqual([
      expect.stringContaining('mais de 15 dias'),
    ]);
    expect(found('limites', { ...known, ...days('2027-02-18', '2027-03-05') })).toEqual([]);
  });

  test('a second trust is reported, unless the higher price was paid', () => {
    const february: Charge = { ...next, confirmedOn: '2027-02-18' };
    const trust = { plan: 'enterprise', livePlans: ['enterprise'] } as const;
    const known = {
      days: [...ran('2027-02-10', '2027-02-17', trust), ...ran('2027-02-25', '2027-02-26', trust)],
    };
    const again = [expect.stringContaining('segunda vez'), expect.stringContaining('segunda vez')];
    expect(found('limites', { ...known, charges: [charge, february] })).toEqual(again.slice(0, 1));
    const higher: Charge = {
      ...charge,
      id: 'pay_4',
      plan: 'enterprise',
      dueOn: '2027-02-18',
      confirmedOn: '2027-02-18',
      subscription: 'sub_2',
    };
    expect(found('limites', { ...known, charges: [charge, february, higher] })).toEqual([]);
  });
});

test.each<[string, Use, string]>([
  ['customer', { ...use, customerOf: 2 }, 'sub_1 de loja-1 é do cliente de loja-2'],
  ['card', { ...use, cardOf: 2 }, 'sub_1 de loja-1 usa o cartão de loja-2'],
])('another account’s %s is reported', (_, other, sentence) => {
  expect(found('pagador', { uses: [use, { ...use, id: 'pay_1', cardOf: null }, other] })).toEqual([sentence]);
});

describe('money and contracts', () => {
  test.each<[Rule, string, Partial<Facts>, string]>([
    [
      'estornos',
      'a charge refunded twice',
      { charges: [{ ...charge, refunds: 2, returnedOn: '2027-01-20' }] },
      '2 vezes',
    ],
    ['estornos', 'a refund of an unpaid charge', { charges: [{ ...next, refunds: 1 }] }, 'sem ter sido paga'],
    ['arrependimento', 'a withdrawal without a refund', { asked: [asked] }, 'não devolveu R$ 99,00'],
    [
      'arrependimento',
      'a withdrawal that was refused',
      { asked: [{ ...asked, status: 409, code: 'withdrawal-over' }] },
      '409 withdrawal-over',
    ],
    [
      'assinaturas',
      'two live subscriptions',
      { subscriptions: [subscription, { ...subscription, id: 'sub_2' }] },
      '2 assinaturas',
    ],
    [
      'assinaturas',
      'a live subscription after the end',
      { seen: { ...seen, state: 'encerrada' } },
      'continua ativa',
    ],
    [
      'assinaturas',
      'a renewal after refunded days',
      {
        charges: [{ ...charge, returnedOn: '2027-01-20' }],
        subscriptions: [{ ...subscription, id: 'sub_2', nextDueOn: '2028-01-18' }],
      },
      'os dias até lá não estão pagos',
    ],
    [
      'assinaturas',
      'a suspension without a due charge',
      { seen: { ...seen, state: 'suspensa' } },
      'nada está vencido',
    ],
    ['assinaturas', 'a renewal without a subscription', { subscriptions: [] }, 'não há assinatura'],
    ['assinaturas', 'a live subscription of a deleted account', { erased: new Set([1]) }, 'apagada'],
    ['entrega', 'money kept for an undelivered environment', { stoodOn: new Map() }, 'nunca existiu'],
    [
      'datas',
      'another plan in the cluster',
      days('2027-01-25', '2027-01-25', { plan: 'essential' }),
      'plano na conta',
    ],
    [
      'datas',
      'another day for the next charge',
      { seen: { ...seen, nextChargeOn: '2027-02-19' } },
      'próxima cobrança',
    ],
    [
      'datas',
      'another last paid day',
      { seen: { ...seen, paidThrough: '2027-02-18' }, offers: null },
      'pago até',
    ],
    [
      'datas',
      'offers for another plan',
      { offers: { plan: 'essential', paidThrough: null, obstacle: null } },
      'na contratação',
    ],
    [
      'datas',
      'a mail with another last day',
      {
        seen: { ...seen, state: 'cancelamento-agendado', endsOn: '2027-02-17' },
        mails: [{ day: '2027-01-20', account: 1, kind: 'ends-on', date: '2027-02-18' }],
      },
      'no e-mail',
    ],
  ])('%s: %s is reported', (rule, _, known, sentence) => {
    expect(found(rule, known).join('\n')).toContain(sentence);
  });

  test('a paid debt counts as settled, even if its payer is gone', () => {
    const debt: Charge = {
      ...charge,
      id: 'pay_9',
      account: 2,
      kind: 'debt',
      subscription: null,
      cycle: null,
    };
    expect(found('entrega', { charges: [charge, debt], today: '2027-01-30' })).toEqual([]);
  });

  test('a disputed charge of an undelivered, closed order pays no day', () => {
    const before: Charge = { ...charge, id: 'pay_0', cycle: 'yearly', isDisputed: true };
    const sale: Asked = { ...asked, day: '2027-01-20', command: 'checkout', didBuy: true };
    expect(found('datas', { asked: [sale], charges: [before, charge] })).toEqual([]);
  });

  test('a difference excludes days of a purchase refunded before it', () => {
    const back: Charge = { ...charge, id: 'pay_0', cycle: 'yearly', returnedOn: '2027-01-18' };
    const more: Charge = {
      ...charge,
      ...{ id: 'pay_3', kind: 'difference', plan: 'enterprise', cycle: null, subscription: null },
    };
    expect(found('datas', { charges: [back, charge, more] })).toEqual([]);
  });

  test('a refunded purchase leaves the days that were paid before', () => {
    const back: Charge = {
      ...charge,
      id: 'pay_3',
      subscription: 'sub_2',
      dueOn: '2027-01-25',
      confirmedOn: '2027-01-25',
      returnedOn: '2027-01-25',
    };
    expect(found('datas', { charges: [charge, back] })).toEqual([]);
  });

  test('a recent loss is not judged before it could be noticed', () => {
    expect(found('assinaturas', { subscriptions: [], quietDays: 0 })).toEqual([]);
    expect(found('arrependimento', { asked: [asked], quietDays: 0 })).toEqual([]);
  });
});

describe('what blocks the next purchase', () => {
  const sale: Asked = { ...asked, day: '2027-05-20', command: 'upgrade', didBuy: true };
  const back = (id: string, day: string): Charge => ({
    ...charge,
    id,
    dueOn: day,
    confirmedOn: day,
    returnedOn: day,
    refunds: 1,
  });
  const unpaid: Charge = { ...next, removedOn: '2027-03-05' };
  test.each<[string, Partial<Facts>, string]>([
    ['an open dispute', { asked: [{ ...sale, isDisputeOpen: true }] }, 'contestação'],
    [
      'days never paid',
      { asked: [sale], charges: [charge, unpaid], ...days('2027-02-18', '2027-03-04') },
      'dívida',
    ],
    [
      'days of a lost dispute',
      { asked: [sale], charges: [{ ...charge, lostOn: '2027-02-10' }], ...days('2027-01-18', '2027-02-10') },
      'dívida',
    ],
    [
      'two withdrawals',
      {
        asked: [asked, { ...asked, day: '2027-01-25', paidBefore: ['pay_2'] }, sale],
        charges: [back('pay_1', '2027-01-20'), back('pay_2', '2027-01-25')],
        ...days('2027-01-18', '2027-01-18', { plan: 'free' }),
      },
      '2 desistências',
    ],
  ])('%s: a sale despite it is reported', (_, known, sentence) => {
    expect(found('impedimentos', known)).toEqual([expect.stringContaining(sentence)]);
  });

  test('a payer unknown until payment is refunded afterwards', () => {
    const lost = { ...charge, lostOn: '2027-02-10' };
    const onPage = { ...sale, account: 2, isOnPage: true, paidBefore: [] };
    const paid: Charge = { ...back('pay_8', sale.day), account: 2, madeOn: sale.day };
    const debt: Charge = {
      ...{ ...paid, id: 'pay_9', kind: 'debt', subscription: null, cycle: null, returnedOn: null },
      confirmedOn: addDays(sale.day, 1),
    };
    const known = {
      payers: new Map([
        [1, 'ana'],
        [2, 'ana'],
      ]),
      ...days('2027-01-18', '2027-02-10'),
    };
    const foundWith = (second: Charge) =>
      found('impedimentos', { ...known, asked: [onPage], charges: [lost, second, debt] });
    expect(foundWith(paid)).toEqual([]);
    expect(foundWith({ ...paid, returnedOn: null })).toHaveLength(1);
  });

  test('money without a contract waits for an open dispute', () => {
    const disputed: Charge = { ...charge, isDisputed: true };
    expect(found('entrega', { charges: [disputed], stoodOn: new Map() })).toEqual([]);
  });

  test('a withdrawal before a release on the same day is released', () => {
    const first = { ...asked, day: '2027-01-25', paidBefore: ['pay_1'] };
    const release = { ...sale, command: 'release', day: '2027-01-25' } as const;
    const second = { ...asked, day: '2027-01-25', paidBefore: ['pay_2'] };
    const known: Partial<Facts> = {
      asked: [first, release, second, { ...sale, day: '2027-01-25' }],
      charges: [back('pay_1', '2027-01-25'), back('pay_2', '2027-01-25')],
      ...days('2027-01-18', '2027-01-18', { plan: 'free' }),
    };
    expect(found('impedimentos', known)).toEqual([]);
  });

  test('a withdrawal requested twice counts once, whatever comes next', () => {
    const again = { ...asked, day: '2027-01-25', paidBefore: [] };
    const last = { ...asked, day: '2027-01-25', paidBefore: ['pay_2'] };
    const known: Partial<Facts> = {
      asked: [asked, again, { ...sale, day: '2027-01-25' }, last],
      charges: [back('pay_1', '2027-01-20'), back('pay_2', '2027-01-25')],
      ...days('2027-01-18', '2027-01-18', { plan: 'free' }),
    };
    expect(found('impedimentos', known)).toEqual([]);
  });

  test('unavoidable days after a cancelled renewal are no debt', () => {
    const cancelled: Charge = { ...next, removedOn: '2027-01-20' };
    const known = { asked: [sale], charges: [charge, cancelled], ...days('2027-02-18', '2027-03-04') };
    expect(found('impedimentos', known)).toEqual([]);
  });

  test('a paid debt or an operator’s release allows the next purchase', () => {
    const debt: Charge = {
      ...charge,
      id: 'pay_9',
      kind: 'debt',
      subscription: null,
      cycle: null,
      confirmedOn: '2027-03-10',
    };
    const debts = { charges: [charge, unpaid, debt], ...days('2027-02-18', '2027-03-04') };
    expect(found('impedimentos', { asked: [sale], ...debts })).toEqual([]);
    // On the day of the sale, which is only allowed from then on.
    const paying = { ...sale, day: '2027-03-10' };
    expect(found('impedimentos', { asked: [{ ...paying, paidBefore: ['pay_9'] }], ...debts })).toEqual([]);
    expect(found('impedimentos', { asked: [paying], ...debts })).toHaveLength(1);
    const released: Asked = { ...asked, day: '2027-02-01', command: 'release' };
    const charges = [back('pay_1', '2027-01-20'), back('pay_2', '2027-01-25')];
    const history = [asked, { ...asked, day: '2027-01-25', paidBefore: ['pay_2'] }, released, sale];
    expect(found('impedimentos', { asked: history, charges, days: [] })).toEqual([]);
  });
});

describe('a difference on days that a dispute took', () => {
  // For the 20 days from 2027-01-28 on, of which 10 were delivered.
  const difference: Charge = {
    ...charge,
    ...{ id: 'pay_9', kind: 'difference', subscription: null, cycle: null, plan: 'enterprise' },
    ...{ centavos: 10_000, dueOn: '2027-01-28', confirmedOn: '2027-01-28' },
  };
  const lost = (backCentavos: number): Partial<Facts> => ({
    today: '2027-02-12',
    charges: [
      { ...charge, lostOn: '2027-02-07' },
      { ...difference, backCentavos },
    ],
    ...days('2027-01-18', '2027-02-06', { plan: 'enterprise' }),
  });

  test('goes back in proportion, no less and no more', () => {
    expect(found('perdidas', lost(5_000))).toEqual([]);
    expect(found('perdidas', lost(0))).toEqual([expect.stringContaining('devia R$ 50,00')]);
    expect(found('perdidas', lost(6_000))).toEqual([expect.stringContaining('mais que R$ 50,00')]);
  });

  test('is kept for days on which the plan ran on until the loss was noticed', () => {
    const late = days('2027-01-18', '2027-02-09', { plan: 'enterprise' });
    expect(found('perdidas', { ...lost(4_000), ...late })).toEqual([]);
  });
});
