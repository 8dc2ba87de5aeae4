/**
 * Tests that each rule of the rehearsal about sold features can fail: a valid world is broken in one place at a time.
 */
import { describe, expect, test } from 'vitest';
import type { Account, Charge, Facts } from '#tests/simulation/facts.ts';
import { judge, type Rule } from '#tests/simulation/judge.ts';
import {
  type GivenCard,
  nothingSold,
  type SeenMonitors,
  type SoldFacts,
  type Team,
} from '#tests/simulation/sold-facts.ts';

const charge: Charge = {
  ...{ id: 'pay_1', account: 1, kind: 'period', subscription: 'sub_1', plan: 'pro', cycle: 'monthly' },
  ...{
    centavos: 9900,
    madeOn: '2027-01-18',
    dueOn: '2027-02-18',
    confirmedOn: '2027-02-18',
    removedOn: null,
  },
  ...{ returnedOn: null, refunds: 0, backCentavos: 0, disputedOn: null, lostOn: null, isDisputed: false },
};
const seen: Account = {
  ...{ account: 1, plan: 'pro', state: 'ativa', endsOn: null, nextChargeOn: null, paidThrough: null },
  ...{ renewsOn: null, undoUntil: null, owes: false, card: '2222' },
};
const given: GivenCard = {
  ...{ day: '2027-02-01', account: 1, end: 'changed', subscription: 'sub_1', card: '2222' },
  ...{ before: '1111', after: '2222', charged: [] },
};
const note = { id: 'inv_1', charge: 'pay_1', isInForce: true };
const team: Team = {
  ...{ account: 1, seats: 2, active: ['bia'], overUntil: null, owner: 'ana' },
  ...{ onList: ['ana', 'bia'], inGroup: ['ana', 'bia'] },
};
const monitor = { id: 1, chosen: 60, now: 60, raisedFrom: null };
const looked: SeenMonitors = {
  ...{ day: '2027-02-25', account: 1, quietDays: 10, plan: 'essential', limit: 1, leastInterval: 60 },
  ...{ running: [1], ownPaused: [2], pausedByUs: [3], isOver: false, until: null, moves: 0 },
  ...{ insisted: null, mailsToday: 0 },
  intervals: [monitor, { ...monitor, id: 2 }, { ...monitor, id: 3 }],
};
const sold: SoldFacts = {
  ...nothingSold,
  ...{ cards: [given], chargedTo: new Map([['pay_1', '2222']]), card: { shown: '2222', charged: '2222' } },
  ...{ notes: [note], team, monitors: [looked] },
};
const well: Facts = {
  ...{
    today: '2027-02-25',
    quietDays: 10,
    charges: [charge],
    subscriptions: [],
    uses: [],
    days: [],
    asked: [],
  },
  ...{ stoodOn: new Map(), erased: new Set(), payers: new Map(), seen, offers: null, mails: [], sold },
};
const rules: Rule[] = ['cartao', 'notas', 'pessoas', 'monitores', 'apagadas', 'exclusoes'];
const found = (changed: Partial<SoldFacts>, known: Partial<Facts> = {}): string[] =>
  judge({ ...well, ...known, sold: { ...sold, ...changed } }, rules).map(({ what }) => what);
const earlierLook = (changed: Partial<SeenMonitors>): SeenMonitors => ({
  ...looked,
  day: '2027-02-20',
  ...changed,
});

test('a valid world with card, nota, member and monitor breaks no rule', () => {
  expect(found({})).toEqual([]);
});

test.each<[what: string, sentence: string, changed: Partial<SoldFacts>]>([
  ['charges', 'cobrou ou criou pay_9', { cards: [{ ...given, charged: ['pay_9'] }] }],
  ['is confirmed but not made', 'foi confirmada', { cards: [{ ...given, after: '1111' }] }],
  ['is refused but made', 'foi recusada', { cards: [{ ...given, end: 'refused' }] }],
  [
    'is ignored by the next charge',
    'foi cobrada no cartão final 1111',
    { chargedTo: new Map([['pay_1', '1111']]) },
  ],
  ['is shown wrong', 'a conta mostra o cartão final 1111', { card: { shown: '1111', charged: '2222' } }],
])('a card change is reported that %s', (_, sentence, changed) => {
  expect(found(changed)).toEqual([expect.stringContaining(sentence)]);
});

test('another card that arrives after the change is accepted', () => {
  const other: GivenCard = { ...given, day: '2027-02-10', end: 'other' };
  expect(found({ cards: [given, other], chargedTo: new Map([['pay_1', '3333']]) })).toEqual([]);
});

describe('notas fiscais', () => {
  test.each<[what: string, sentence: string, changed: Partial<SoldFacts>, charged: Partial<Charge>]>([
    ['missing', 'não tem nota fiscal', { notes: [] }, {}],
    ['twice', 'tem 2 notas fiscais', { notes: [note, { ...note, id: 'inv_2' }] }, {}],
    ['of unpaid charges', 'sem ter sido paga', {}, { confirmedOn: null }],
    ['of refunded charges', 'continua valendo', {}, { returnedOn: '2027-02-20' }],
    ['of charges lost to a dispute', 'continua valendo', {}, { lostOn: '2027-02-20' }],
  ])('%s are reported', (_, sentence, changed, charged) => {
    const charges = [{ ...charge, ...charged }];
    expect(found({ ...changed, cards: [] }, { charges })).toEqual([expect.stringContaining(sentence)]);
  });

  test('have two days after each event', () => {
    const charges = [{ ...charge, confirmedOn: '2027-02-24' }];
    expect(found({ notes: [], cards: [] }, { charges })).toEqual([]);
  });
});

test.each<[what: string, sentence: string, changed: Partial<Team>]>([
  ['above the seats without a deadline', 'sem dia', { seats: 1 }],
  ['above the seats after the deadline', 'o prazo terminou', { seats: 1, overUntil: '2027-02-20' }],
  ['on the list without a membership', 'na lista do ambiente, e não é', { onList: ['ana', 'bia', 'caio'] }],
  ['in the group without a membership', 'no grupo, e não é', { inGroup: ['ana', 'bia', 'caio'] }],
  ['members but not admitted', 'não está na lista', { onList: ['ana'] }],
])('people are reported who are %s', (_, sentence, changed) => {
  expect(found({ team: { ...team, ...changed } })).toEqual([expect.stringContaining(sentence)]);
});

test('extra people until their deadline, and people of stopped environments, are allowed', () => {
  expect(found({ team: { ...team, seats: 1, overUntil: '2027-03-01' } })).toEqual([]);
  expect(found({ team: { ...team, onList: [] } }, { seen: { ...seen, state: 'suspensa' } })).toEqual([]);
});

describe('monitors', () => {
  test.each<[what: string, sentence: string, now: Partial<SeenMonitors>, earlier?: Partial<SeenMonitors>]>([
    ['run although the customer paused them', 'pausado pelo cliente funciona', { running: [1, 2] }],
    ['are paused without a record', 'não diz que fomos nós', { pausedByUs: [] }],
    ['run though we say that they do not', 'que funciona', { pausedByUs: [1, 3] }],
    ['check less often without a record', 'não diz o de antes', { intervals: [{ ...monitor, now: 300 }] }],
    ['win hours with a program', 'ficou acima', { insisted: { rounds: 24, roundsOver: 19 } }],
    ['bring a mail an hour', '13 e-mails', { mailsToday: 13 }],
    ['exceed the plan after the deadline', 'passou sem efeito', { until: '2027-02-20' }],
    [
      'are paused within the plan',
      'dentro do plano',
      { limit: 2 },
      { pausedByUs: [], limit: 2, running: [1, 3] },
    ],
    [
      'are paused before the deadline',
      'antes do prazo',
      {},
      { pausedByUs: [], running: [1, 3], until: '2027-03-06' },
    ],
    ['exceed the plan without a deadline', 'sem prazo e sem efeito', { isOver: true }, { isOver: true }],
    ['stay slowed down', 'continua aumentado', { intervals: [{ ...monitor, raisedFrom: 60 }] }, {}],
  ])('are reported that %s', (_, sentence, now, earlier) => {
    const monitors = [...(earlier === undefined ? [] : [earlierLook(earlier)]), { ...looked, ...now }];
    expect(found({ monitors })).toEqual([expect.stringContaining(sentence)]);
  });

  test('are reported when paused although a larger plan has room', () => {
    const free = earlierLook({ plan: 'free', limit: 1 });
    const grown = { limit: 3, running: [1] };
    expect(
      found({ monitors: [free, earlierLook({ ...grown, day: '2027-02-22' }), { ...looked, ...grown }] }),
    ).toEqual([expect.stringContaining('continuam pausados por nós')]);
    expect(found({ monitors: [free, earlierLook({ day: '2027-02-22' }), looked] })).toEqual([]);
  });
});

test('data left of a deleted account is reported', () => {
  expect(found({ left: ['da conta apagada loja-1 fica algo'] })).toHaveLength(1);
});

describe('a deletion that a person requested', () => {
  const open: SoldFacts['deletions'][number] = {
    ...{ who: 'member', since: '2027-01-18', dueOn: '2027-01-18', endedOn: null, looks: 3 },
  };

  test.each(['owner', 'member', 'invited'] as const)('of %s that does not end is found', (who) => {
    expect(found({ deletions: [{ ...open, who }] })).toEqual([
      expect.stringMatching(/^a exclusão da conta .*, pedida em 2027-01-18, não terminou$/),
    ]);
  });

  test.each<[string, Partial<typeof open>, Partial<Facts>]>([
    ['that has ended', { endedOn: '2027-01-19' }, {}],
    ['whose notice runs', { dueOn: '2099-01-01' }, {}],
    ['that was worked too rarely', { looks: 2 }, {}],
    ['during a fault', {}, { quietDays: 0 }],
  ])('%s is none', (_, known, facts) => {
    expect(found({ deletions: [{ ...open, ...known }] }, facts)).toEqual([]);
  });
});
