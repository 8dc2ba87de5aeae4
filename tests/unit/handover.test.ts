/** What blocks a hand-over, and the sentences about it. */
import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/billing/days.ts';
import type { Mark } from '#domain/contract/holds.ts';
import type { MessageId } from '#domain/messages.ts';
import {
  type Accepting,
  acceptanceObstacle,
  CHARGE_DAYS_MIN,
  environmentObstacle,
  type HandedEnvironment,
  type Receiver,
  receiverObstacle,
} from '#domain/people/handover.ts';
import { noon, Story } from '#tests/support/ledger-facts.ts';

/** Bought and paid in June, renewed in July: on the 12th nothing blocks it. */
const paid = new Story()
  .buys('c', 'pro', 'monthly', '2026-06-01')
  .charge('c', 'p1', 'confirmed', '2026-06-01')
  .charge('c', 'p2', 'confirmed', '2026-07-01');
const environment = (known: Partial<HandedEnvironment> = {}): HandedEnvironment => ({
  ...{ now: noon('2026-07-12'), facts: paid.facts, hold: null, isChanging: false, isDeleting: false },
  ...known,
});
const marks: readonly Mark[] = [];
const debt = { kind: 'debt', marks, centavos: 1_000, days: 3 } as const;

test.each<[string, Partial<HandedEnvironment>, MessageId | null]>([
  ['a paid month', {}, null],
  ['a cancelled renewal', { facts: paid.ends('c', 'cancellation', '2026-07-05').facts }, null],
  ['two earlier withdrawals of the environment', { hold: { kind: 'withdrawals', marks } }, null],
  ['a requested deletion', { isDeleting: true }, 'handover.deleting'],
  [
    'an end',
    { facts: paid.ends('c', 'cancellation', '2026-07-05').facts, now: noon('2026-08-20') },
    'handover.ended',
  ],
  ['an overdue charge', { now: noon('2026-08-03') }, 'handover.overdue'],
  ['a suspension', { now: noon('2026-09-03') }, 'handover.overdue'],
  ['a debt', { hold: debt }, 'handover.overdue'],
  ['a dispute', { facts: paid.charge('c', 'p2', 'disputed', '2026-07-01').facts }, 'handover.disputed'],
  ['a dispute of the payer', { hold: { kind: 'dispute', marks } }, 'handover.disputed'],
  ['an open withdrawal period', { now: noon('2026-06-04') }, 'handover.withdrawal'],
  ['a plan or card change in progress', { isChanging: true }, 'handover.changing'],
  ['a charge due within days', { now: noon('2026-07-30') }, 'handover.charge-soon'],
  [`a charge due in ${CHARGE_DAYS_MIN} days`, { now: noon('2026-07-29') }, null],
  [
    'debt before dispute',
    { hold: debt, facts: paid.charge('c', 'p2', 'disputed', '2026-07-01').facts },
    'handover.overdue',
  ],
])('the environment: %s', (_, known, why) => {
  expect(environmentObstacle(environment(known))).toBe(why);
});

test.each<[string, Partial<Receiver>, MessageId | null]>([
  ['a member', {}, null],
  ['with an environment or order', { hasOwn: true }, 'handover.receiver-owns'],
  ['gone', { membership: null }, 'handover.receiver-gone'],
  ['without access', { membership: { pausedAt: 1 } }, 'handover.receiver-paused'],
  ['being deleted', { isDeleting: true }, 'handover.receiver-deleting'],
])('the receiver: %s', (_, known, why) => {
  const receiver: Receiver = { membership: { pausedAt: null }, hasOwn: false, isDeleting: false };
  expect(receiverObstacle({ ...receiver, ...known })).toBe(why);
});

test.each<[string, Partial<Accepting>, MessageId | null]>([
  ['in time', {}, null],
  ['too late', { now: DAY_MS }, 'handover.over'],
  ['with another e-mail now', { email: 'novo@b.example' }, 'handover.other-email'],
  ['no e-mail', { email: null }, 'handover.other-email'],
  ['unverified where verification is required', { isProven: false }, 'error.email-unproven'],
  ['unverified where it is not', { isProven: false, requiresProof: false }, null],
])('the acceptance: %s', (_, known, why) => {
  const email = 'ana@b.example';
  const accepting = {
    now: 0,
    expiresAt: DAY_MS,
    offeredTo: email,
    email,
    isProven: true,
    requiresProof: true,
  };
  expect(acceptanceObstacle({ ...accepting, ...known })).toBe(why);
});
