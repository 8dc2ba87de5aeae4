/** Many endings at once are not believed; those of a usual day are. */
import { describe, expect, test } from 'vitest';
import { type Ending, isOneTooMany } from '#domain/alerts/breaker.ts';

const NOW = 1_800_000_000_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let made = 0;
const ending = (minutesAgo: number, environment = 'a', domain?: string): Ending => {
  made += 1;
  return {
    orderId: environment,
    endedAt: NOW - minutesAgo * MINUTE,
    address: `p@${domain ?? `d${made}.example`}`,
  };
};
const now = ending(0, 'z');

describe('five of three environments within ten minutes', () => {
  test.each([
    [['a', 'b', 'a', 'b'], true],
    [['a', 'b', 'a'], false],
    [['a', 'a', 'a', 'a'], false],
  ] as const)('%j before it: %s', (environments, isTooMany) => {
    const before = environments.map((each) => ending(5, each));
    expect(isOneTooMany(before, now, 10_000)).toBe(isTooMany);
  });

  test('what is older does not count', () => {
    const before = ['a', 'b', 'a', 'b'].map((each) => ending(11, each));
    expect(isOneTooMany(before, now, 10_000)).toBe(false);
  });
});

describe('three of one receiving domain within ten minutes', () => {
  const last: Ending = { ...now, address: 'p@Um.example' };
  test.each([
    [2, 5, true],
    [1, 5, false],
    [2, 11, false],
  ] as const)('%i before it, %i minutes ago: %s', (count, minutesAgo, isTooMany) => {
    const before = Array.from({ length: count }, () => ending(minutesAgo, 'a', 'um.example'));
    expect(isOneTooMany(before, last, 10_000)).toBe(isTooMany);
  });

  test('chats have none', () => {
    const chat = (minutesAgo: number): Ending => ({ ...ending(minutesAgo), address: '-100123' });
    expect(isOneTooMany([chat(1), chat(2), chat(3)], chat(0), 10_000)).toBe(false);
  });
});

describe('a slow drip: more than ten, or one of a hundred, in a day', () => {
  test.each([
    [9, 500, false],
    [10, 500, true],
    [10, 10_000, false],
    [100, 10_000, true],
    [99, 10_000, false],
  ] as const)('%i before it, of %i that are on: %s', (count, onCount, isTooMany) => {
    const before = Array.from({ length: count }, (_, index) => ending(15 + index * 14, `e${index}`));
    expect(isOneTooMany(before, now, onCount)).toBe(isTooMany);
  });

  test('what is older than a day does not count', () => {
    const before = Array.from({ length: 20 }, (_, index) => ({
      ...ending(0, `e${index}`),
      endedAt: NOW - 25 * HOUR,
    }));
    expect(isOneTooMany(before, now, 10)).toBe(false);
  });
});
