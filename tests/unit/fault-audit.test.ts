/**
 * Tests that each rule of the audit after a fault run can fail: a consistent world is broken in one place at a time.
 */
import { describe, expect, test } from 'vitest';
import { applicationName } from '#functions/vendors/argocd/application.ts';
import { audit } from '#tests/simulation/faults/audit.ts';
import { auditMonthLater } from '#tests/simulation/faults/audit-sold.ts';
import type { Story } from '#tests/simulation/faults/customers.ts';
import type { Truth } from '#tests/simulation/faults/truth.ts';

const orderId = '0a1b2c3d-0000-4000-8000-000000000001';

const order: Truth['orders'][number] = {
  ...{ id: orderId, subject: 'ana', subdominio: 'padaria', plano: 'pro', status: 'CONCLUIDO' },
  ...{ payment: 'confirmed', card_entry: 'form', subscription_id: 'sub_1', released_at: null },
};
const payment: Truth['payments'][number] = {
  ...{ id: 'pay_1', subscription: 'sub_1', status: 'CONFIRMED', dueDate: '2026-11-21', deleted: false },
};
const subscription: Truth['subscriptions'][number] = {
  ...{ id: 'sub_1', externalReference: orderId, checkoutSession: null },
  ...{ status: 'ACTIVE', deleted: false, value: 99, card: '1111' },
};
const application: Truth['applications'][number] = {
  ...{ name: applicationName(orderId), subdomain: 'padaria', planId: 'pro', isSuspended: false },
};
const tenant: Truth['tenants'][number] = {
  ...{
    subdominio: 'padaria',
    order_id: orderId,
    plano: 'pro',
    amount_centavos: 9900,
    subscription_id: 'sub_1',
  },
  ...{ state: 'active', ends_on: null, cluster_calls: '{}' },
};

const contract: Truth['contracts'][number] = {
  ...{ id: orderId, order_id: orderId, subscription_id: 'sub_1', price_due: 0 },
};
const charge: Truth['charges'][number] = {
  ...{ payment_id: 'pay_1', order_id: orderId, amount_centavos: 9900, state: 'confirmed' },
  ...{ returned: null, fiscal: 1 },
};

const mail: Truth['outbox'][number] = {
  ...{ id: 'welcome-1', sent_at: 1, template: 'welcome', subdominio: 'padaria', month: null },
};
const member: Truth['memberships'][number] = {
  ...{ id: 'm1', order_id: orderId, subject: 'bia', paused_at: null, ended_at: null },
};
const page: Truth['cardChanges'][number] = {
  ...{ id: 'c1', order_id: orderId, subscription_id: 'sub_1', last_four: null },
  ...{ state: 'done', page_id: 'page', settled_at: 1 },
};

const truth: Truth = {
  orders: [order],
  tenants: [tenant],
  changes: [],
  contracts: [contract],
  charges: [charge],
  ends: [],
  dunning: [],
  events: [{ id: 'evt_1', processed_at: 1 }],
  outbox: [mail],
  memberships: [],
  work: [],
  invitations: [],
  cardChanges: [],
  planChanges: [],
  fiscalNotes: [{ payment_id: 'pay_1', state: 'authorized' }],
  invoices: [{ payment: 'pay_1', status: 'AUTHORIZED' }],
  admitted: new Map([['padaria', ['ana']]]),
  monitors: new Map([['padaria', { running: 3, pausedByUs: [] }]]),
  limits: new Map([['pro', 75]]),
  support: [{ id: 'm', assunto: 'Dúvida abc' }],
  notices: new Set(),
  subscriptions: [subscription],
  payments: [payment],
  applications: [application],
  users: [{ id: 'ana', groups: ['tenant:padaria'] }],
  groups: ['tenant:padaria'],
  mails: [
    { key: 'welcome-1', subject: 'Bem-vinda' },
    { key: 'support-m', subject: '[Suporte] Dúvida abc' },
  ],
};

const story: Story = {
  ...{ kind: 'paid', email: 'ana@teste.example', subject: 'ana', subdominio: 'padaria', plano: 'pro' },
  ...{
    paidPlan: 'pro',
    renewals: 0,
    end: 'none',
    messages: ['abc'],
    colleagues: [],
    card: '1111',
    monitors: 3,
  },
};

const rules = (changed: Partial<Truth>, answers: Partial<Story> = {}): string[] => [
  ...new Set(audit({ ...truth, ...changed }, [{ ...story, ...answers }]).map(({ rule }) => rule)),
];

test('a consistent world has no finding', () => {
  expect(rules({})).toEqual([]);
});

const second = { ...subscription, id: 'sub_2' };
const secondPaid = { ...payment, id: 'pay_2', subscription: 'sub_2' };

test.each<[what: string, rule: string, changed: Partial<Truth>]>([
  ['one day is paid twice', 'double-charge', { payments: [payment, { ...payment, id: 'pay_2' }] }],
  [
    'two subscriptions of one order were paid',
    'double-charge',
    { subscriptions: [subscription, second], payments: [payment, secondPaid] },
  ],
  ['a second subscription renews', 'double-charge', { subscriptions: [subscription, second] }],
  [
    'a subscription has no customer',
    'double-charge',
    { subscriptions: [subscription, { ...second, externalReference: 'x' }] },
  ],
  [
    'an unexpected renewal was charged',
    'double-charge',
    { payments: [payment, { ...payment, id: 'pay_2', dueDate: '2026-12-21' }] },
  ],
  ['the paid order has no environment', 'paid-without-environment', { applications: [] }],
  ['the paid order has no contract', 'paid-without-environment', { tenants: [] }],
  ['the customer has no access', 'paid-without-environment', { users: [{ id: 'ana', groups: [] }] }],
  [
    'a stranger is in the group',
    'access-differs',
    { users: [...truth.users, { id: 'bia', groups: ['tenant:padaria'] }] },
  ],
  [
    'an order was paid after its name was released',
    'paid-without-environment',
    { orders: [{ ...order, payment: 'none', released_at: 1 }] },
  ],
  [
    'an environment has no order',
    'environment-without-order',
    { applications: [application, { ...application, name: 't-2', subdomain: 'x' }] },
  ],
  ['a group has no order', 'environment-without-order', { groups: ['tenant:padaria', 'tenant:x'] }],
  [
    'two environments have one name',
    'subdomain-twice',
    { applications: [application, { ...application, name: 't-2' }] },
  ],
  ['a message was not stored', 'lost-message', { support: [] }],
  ['a message was not mailed', 'lost-message', { mails: [{ key: 'welcome-1', subject: 'Bem-vinda' }] }],
  [
    'a mail marked as sent did not arrive',
    'lost-message',
    { mails: [{ key: 'support-m', subject: 'Dúvida abc' }] },
  ],
  [
    'a mail arrived twice',
    'message-twice',
    { mails: [...truth.mails, { key: 'welcome-1', subject: 'Bem-vinda' }] },
  ],
  ['a cluster call was interrupted', 'stuck', { tenants: [{ ...tenant, cluster_calls: '{"a":1}' }] }],
  ['an order is never finished', 'stuck', { orders: [{ ...order, status: 'EM_ANDAMENTO' }] }],
  [
    'a charge paid on the processor’s page is never recorded',
    'stuck',
    { orders: [{ ...order, status: 'AGUARDANDO', payment: 'pending', card_entry: 'hosted' }] },
  ],
  ['a refund is never made', 'stuck', { work: [{ kind: 'refund', key: 'pay_1' }] }],
  ['a price is never sent to the processor', 'stuck', { contracts: [{ ...contract, price_due: 1 }] }],
  ['a payment is missing in the ledger', 'contract-differs', { charges: [] }],
  [
    'the ledger has a payment that was not made',
    'contract-differs',
    { charges: [charge, { ...charge, payment_id: 'pay_2' }] },
  ],
  ['a due refund was not made', 'double-charge', { charges: [{ ...charge, returned: 'withdrawal' }] }],
  ['an event is never processed', 'stuck', { events: [{ id: 'evt_1', processed_at: null }] }],
  ['a mail is never sent', 'stuck', { outbox: [{ ...mail, sent_at: null }] }],
  ['a stranger is on the list', 'access-differs', { admitted: new Map([['padaria', ['ana', 'bia']]]) }],
  ['a member is not admitted', 'access-differs', { memberships: [member] }],
  ['a card change is never finished', 'stuck', { cardChanges: [{ ...page, settled_at: null }] }],
  [
    'a page that only stores a card renews',
    'double-charge',
    { cardChanges: [page], subscriptions: [subscription, { ...second, checkoutSession: 'page' }] },
  ],
  [
    'a page that only stores a card charged it',
    'double-charge',
    {
      cardChanges: [page],
      subscriptions: [subscription, { ...second, checkoutSession: 'page', deleted: true }],
      payments: [payment, secondPaid],
    },
  ],
  [
    'the renewal charges another card',
    'contract-differs',
    { subscriptions: [{ ...subscription, card: '2222' }] },
  ],
  ['a charge has no nota', 'note-differs', { invoices: [] }],
  ['a charge has two notas', 'note-differs', { invoices: [...truth.invoices, ...truth.invoices] }],
  [
    'a refunded charge keeps its nota',
    'note-differs',
    { charges: [{ ...charge, state: 'refunded', fiscal: 2 }] },
  ],
  ['a nota is never requested', 'stuck', { charges: [{ ...charge, fiscal: 0 }] }],
  ['a nota is never issued', 'stuck', { fiscalNotes: [{ payment_id: 'pay_1', state: 'wanted' }] }],
  [
    'a monitor is paused without a mail',
    'lost-message',
    { monitors: new Map([['padaria', { running: 2, pausedByUs: [3] }]]) },
  ],
  [
    'an excess is mailed twice',
    'message-twice',
    { outbox: [mail, ...['1', '2'].map((id) => ({ ...mail, id, template: 'limits-over' }))] },
  ],
  ['a paid renewal is still demanded', 'stuck', { dunning: [{ payment_id: 'pay_1', closed_at: null }] }],
  [
    'the cluster runs another plan',
    'contract-differs',
    { applications: [{ ...application, planId: 'free' }] },
  ],
  ['another price renews', 'contract-differs', { subscriptions: [{ ...subscription, value: 49 }] }],
  [
    'a paid environment is suspended',
    'contract-differs',
    { applications: [{ ...application, isSuspended: true }] },
  ],
])('it is reported when %s', (_, rule, changed) => {
  expect(rules(changed)).toContain(rule);
});

test('a customer who closed the processor’s page waits and has paid nothing', () => {
  const waiting = { ...order, status: 'AGUARDANDO', payment: 'pending', card_entry: 'hosted' } as const;
  const left = {
    ...{ orders: [waiting], payments: [{ ...payment, status: 'PENDING' as const }] },
    ...{ tenants: [], contracts: [], charges: [], applications: [], groups: [], users: [] },
  };
  const answers = { end: 'left', subdominio: null } as const;
  expect(rules(left, answers)).toEqual([]);
  expect(rules({ ...left, payments: [payment] }, answers)).toContain('paid-without-environment');
  expect(rules({ ...left, orders: [{ ...waiting, card_entry: 'form' }] }, answers)).toContain('stuck');
  expect(rules({ ...left, orders: [] }, answers)).toContain('double-charge');
});

test('what customers were mailed must match the data', () => {
  expect(rules({}, { plano: 'enterprise' })).toContain('contract-differs');
  expect(rules({}, { end: 'cancelled' })).toContain('contract-differs');
  expect(rules({}, { end: 'withdrawn' })).toContain('double-charge');
});

test('accepted members have access, and removed ones do not', () => {
  const bia = { subject: 'bia', email: 'bia@teste.example', isIn: true };
  const joined = {
    memberships: [member],
    users: [...truth.users, { id: 'bia', groups: ['tenant:padaria'] }],
    admitted: new Map([['padaria', ['ana', 'bia']]]),
  };
  expect(rules(joined, { colleagues: [bia] })).toEqual([]);
  expect(rules({}, { colleagues: [bia] })).toEqual(['access-differs']);
  expect(rules(joined, { colleagues: [{ ...bia, isIn: false }] })).toEqual(['access-differs']);
  expect(rules({ ...joined, invitations: [{ email: bia.email }] }, { colleagues: [bia] })).toEqual([
    'access-differs',
  ]);
});

describe('a month later', () => {
  const report = { ...mail, id: 'r1', template: 'month-report', month: '2026-12' };
  const later = (changed: Partial<Truth>): string[] =>
    auditMonthLater({ ...truth, outbox: [report], ...changed }, [story], '2026-12').map(({ rule }) => rule);

  test('one report was mailed and every monitor runs', () => {
    expect(later({})).toEqual([]);
  });

  test.each<[what: string, rule: string, changed: Partial<Truth>]>([
    ['no report was mailed', 'lost-message', { outbox: [] }],
    ['a report was mailed twice', 'message-twice', { outbox: [report, { ...report, id: 'r2' }] }],
    [
      'a free customer got one',
      'message-twice',
      { tenants: [{ ...tenant, plano: 'free' }], limits: new Map([['free', 5]]) },
    ],
    ['more monitors run than sold', 'contract-differs', { limits: new Map([['pro', 2]]) }],
    [
      'fewer monitors run than sold',
      'contract-differs',
      { monitors: new Map([['padaria', { running: 2, pausedByUs: [3] }]]) },
    ],
  ])('it is reported when %s', (_, rule, changed) => {
    expect(later(changed)).toContain(rule);
  });
});
