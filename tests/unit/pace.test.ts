/** The processor limits requests: what waits for a payment is asked about often while young and rarely when old. */
import { expect, test } from 'vitest';
import { nextAskAt } from '#functions/platform/pace.ts';

const MINUTE_MS = 60_000;
const PAUSE_MS = 20_000;
const DAY = 24 * 60;

test.each([
  // Age and next pause, in minutes.
  [1, 1 / 3],
  [15, 0.75],
  [60, 3],
  [600, 30],
  [1380, 60],
  [5000, 60],
])('after %d minutes the next check is %d minutes later', (age, pause) => {
  const now = 10 * 365 * DAY * MINUTE_MS;
  expect((nextAskAt(now, now - age * MINUTE_MS, PAUSE_MS) - now) / MINUTE_MS).toBeCloseTo(pause, 3);
});

test('the end of a reservation is not waited past', () => {
  const deadline = DAY * MINUTE_MS;
  expect(nextAskAt(deadline - 10 * MINUTE_MS, 0, PAUSE_MS, deadline)).toBe(deadline + 1);
  expect(nextAskAt(deadline, 0, PAUSE_MS, deadline)).toBe(deadline + 1);
  expect(nextAskAt(deadline + 1, 0, PAUSE_MS, deadline)).toBeGreaterThan(deadline + 59 * MINUTE_MS);
});
