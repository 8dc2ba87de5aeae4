/** When the falls of a cluster are perhaps our network's. */
import { expect, test } from 'vitest';
import {
  type ClusterFall,
  mayBeOurNetwork,
  ourNetworkSince,
  waitForNetworkUntil,
} from '#domain/alerts/our-network.ts';

const START = 1_800_000_000_000;
const SECOND = 1000;

/** Falls of as many environments, one each, over so long. */
const fallsOf = (count: number, look: (at: number) => string | null, overMs = 60_000): ClusterFall[] =>
  Array.from({ length: count }, (_, at) => ({
    orderId: `o${at}`,
    since: START + Math.floor((at * overMs) / count),
    look: look(at),
  }));

test('twenty environments that fall within two minutes, whose looks are answered', () => {
  expect(ourNetworkSince(fallsOf(20, () => '200'))).toBe(START);
  expect(ourNetworkSince(fallsOf(20, () => '200').toReversed())).toBe(START);
});

test.each([
  ['nineteen', fallsOf(19, () => '200')],
  ['twenty within five minutes', fallsOf(20, () => '200', 300_000)],
  ['twenty, of which nobody looked at any', fallsOf(20, () => null)],
  ['twenty, of which nobody looked at eleven', fallsOf(20, (at) => (at < 9 ? '200' : null))],
  ['twenty, of which one in four failed', fallsOf(20, (at) => (at % 4 === 0 ? 'failed' : '200'))],
  ['one with a hundred monitors', fallsOf(100, () => '200').map((fall) => ({ ...fall, orderId: 'o1' }))],
])('%s are not', (_, falls) => {
  expect(ourNetworkSince(falls)).toBeNull();
});

test('four in five suffice, and those that nobody looked at do not count', () => {
  expect(ourNetworkSince(fallsOf(20, (at) => (at % 5 === 0 ? 'failed' : '200')))).toBe(START);
  expect(ourNetworkSince(fallsOf(20, (at) => (at < 10 ? '301' : null)))).toBe(START);
});

test('an environment with a look that failed is not one that was answered', () => {
  const both = fallsOf(20, () => '200').flatMap((fall, at) =>
    at < 5 ? [fall, { ...fall, since: fall.since + SECOND, look: 'failed' }] : [fall],
  );
  expect(ourNetworkSince(both)).toBeNull();
});

test('falls long before do not hide it', () => {
  const before = fallsOf(40, () => 'failed').map((fall, at) => ({
    orderId: `b${at}`,
    since: fall.since - 3_600_000,
    look: fall.look,
  }));
  expect(ourNetworkSince([...before, ...fallsOf(20, () => '200')])).toBe(START);
});

test('an environment that fell before and again within the time counts once, and what left the time counts no more', () => {
  const twice = fallsOf(19, () => '200').flatMap((fall) => [
    fall,
    { ...fall, since: fall.since + 10 * SECOND },
  ]);
  expect(ourNetworkSince(twice)).toBeNull();
  // The failed looks of the first minutes are over when the others begin.
  const later = fallsOf(20, () => '200').map((fall) => ({ ...fall, since: fall.since + 200 * SECOND }));
  const failed = fallsOf(20, () => 'failed').map((fall) => ({ ...fall, since: fall.since - 1 }));
  expect(ourNetworkSince([...failed, ...later])).toBe(START + 200 * SECOND);
});

test('a fall that another network sees too, and one from before, are the site’s', () => {
  const trouble = { since: START, noticedAt: START + 40 * SECOND };
  expect(mayBeOurNetwork({ since: START + 90 * SECOND, look: null }, trouble)).toBe(true);
  expect(mayBeOurNetwork({ since: START + 90 * SECOND, look: '200' }, trouble)).toBe(true);
  expect(mayBeOurNetwork({ since: START + 90 * SECOND, look: 'failed' }, trouble)).toBe(false);
  expect(mayBeOurNetwork({ since: START - 600 * SECOND, look: '200' }, trouble)).toBe(false);
});

test('a message waits five minutes from when it was noticed, and no more', () => {
  expect(waitForNetworkUntil({ since: START, noticedAt: START + 40 * SECOND })).toBe(START + 340 * SECOND);
});
