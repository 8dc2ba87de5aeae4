import { expect, test } from 'vitest';
import {
  type Attempt,
  afterOutcome,
  attemptFor,
  fromStored,
  isOutcomeOpen,
  type Outcome,
  toStored,
} from '#form/attempt.ts';

const payload = { fingerprint: 'pro|padaria', secret: 'card-1' };
const pending: Attempt = { ...payload, key: 'first' };
const makeKey = () => 'second';

test('a first attempt gets a new key', () => {
  expect(attemptFor(null, payload, makeKey)).toEqual({ ...payload, key: 'second' });
});

test('the same payload keeps the key while the outcome is open', () => {
  expect(attemptFor(pending, payload, makeKey).key).toBe('first');
});

test.each([
  ['a field that may be stored', { ...payload, fingerprint: 'pro|outra' }],
  ['the card', { ...payload, secret: 'card-2' }],
])('changing %s makes a new key', (_what, changed) => {
  expect(attemptFor(pending, changed, makeKey).key).toBe('second');
});

test('after a reload the card is typed again and the key kept', () => {
  const restored = fromStored(JSON.parse(JSON.stringify(toStored(pending))));
  expect(attemptFor(restored, payload, makeKey).key).toBe('first');
  expect(attemptFor(restored, { ...payload, fingerprint: 'pro|outra' }, makeKey).key).toBe('second');
});

test('the stored attempt contains no card', () => {
  expect(toStored(pending)).toEqual({ key: 'first', fingerprint: 'pro|padaria' });
});

test.each([null, 'text', 3, {}, { key: 1, fingerprint: 'x' }, { key: 'x' }])(
  '%j is not accepted as a stored attempt',
  (stored) => {
    expect(fromStored(stored)).toBeNull();
  },
);

const refused = (status: number, code: string | null): Outcome => ({ kind: 'refused', status, code });

test.each<[string, Outcome]>([
  ['no answer', { kind: 'unknown' }],
  ['500', refused(500, 'internal')],
  ['502 from a proxy', refused(502, null)],
  ['503 payment-unclear', refused(503, 'payment-unclear')],
  ['409 idempotency-in-progress', refused(409, 'idempotency-in-progress')],
  ['401', refused(401, 'unauthenticated')],
  ['429', refused(429, 'rate-limited')],
])('%s leaves the outcome open: the key is kept', (_name, outcome) => {
  expect(isOutcomeOpen(outcome)).toBe(true);
  expect(afterOutcome(pending, outcome)).toBe(pending);
});

test.each<[string, Outcome]>([
  ['success', { kind: 'succeeded' }],
  ['402 payment-declined', refused(402, 'payment-declined')],
  ['409 subdomain-taken', refused(409, 'subdomain-taken')],
  ['422 validation-failed', refused(422, 'validation-failed')],
  ['422 idempotency-key-reused', refused(422, 'idempotency-key-reused')],
])('%s is definite: the key is dropped', (_name, outcome) => {
  expect(afterOutcome(pending, outcome)).toBeNull();
});
