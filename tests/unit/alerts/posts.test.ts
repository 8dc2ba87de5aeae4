/** Which events follow what a webhook knows, and in which order. */
import { expect, test } from 'vitest';
import { webhookBody } from '#domain/alerts/formats/webhook.ts';
import { foldedPosts, nextTryAt, tryTimes } from '#domain/alerts/post-schedule.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

test('eight tries in a day, each so long after the first', () => {
  const times: number[] = [0];
  for (let tries = 1, now = 0; ; tries += 1) {
    const next = nextTryAt({ tries, firstTriedAt: 0 }, null, now);
    if (next === null) break;
    times.push(next);
    now = next;
  }
  expect(times).toEqual(tryTimes);
});

test('what an answer asks for moves a try, never beyond the end', () => {
  expect(nextTryAt({ tries: 1, firstTriedAt: 0 }, 2 * MINUTE_MS, 1000)).toBe(2 * MINUTE_MS + 1000);
  expect(nextTryAt({ tries: 7, firstTriedAt: 0 }, HOUR_MS, 23.5 * HOUR_MS)).toBe(24 * HOUR_MS);
});

test('tries whose time passed during a pause are left out, not made one after the other', () => {
  const after = (tries: number, now: number) => nextTryAt({ tries, firstTriedAt: 0 }, null, now);
  expect(after(2, HOUR_MS)).toBe(2 * HOUR_MS);
  expect(after(3, 11 * HOUR_MS)).toBe(24 * HOUR_MS);
  // A try that took ten seconds is no pause: the second one is due.
  expect(after(1, 10_000)).toBe(10_000);
  expect(after(2, 5 * MINUTE_MS + 10_000)).toBe(5 * MINUTE_MS + 10_000);
});

test('only between a head that failed for five minutes and the newest something is left out', () => {
  const post = (sequence: number, lane: string, firstTriedAt: number | null = null) => ({
    ...{ id: `${sequence}`, lane, sequence, firstTriedAt },
  });
  const waiting = [
    post(1, 'a', 0),
    post(2, 'b', 4 * MINUTE_MS),
    post(3, 'a'),
    post(4, 'b'),
    post(5, 'a'),
    post(6, 'a'),
    post(7, 'b'),
  ];
  const folded = foldedPosts(waiting, 6 * MINUTE_MS).map(({ sequence }) => sequence);
  expect(folded).toEqual([3, 5]);
});

test('a window says its times, and a certificate what expires', () => {
  const frame = { location: 'Brasil', sequence: 9 };
  const window = { title: 'Troca', from: 0, until: null, count: 2, monitors: ['Loja'] };
  expect(webhookBody({ what: 'maintenance', window, at: 0 }, frame)).toEqual({
    event: 'maintenance.start',
    maintenance: {
      title: 'Troca',
      start: '1970-01-01T00:00:00.000Z',
      end: null,
      monitors: ['Loja'],
      monitorCount: 2,
    },
    ...{ timestamp: '1970-01-01T00:00:00.000Z', location: 'Brasil', sequence: 9 },
  });
  const line = {
    what: 'certificate',
    monitor: { id: 1, name: 'Loja' },
    at: 0,
    message: 'vence em 7 dias',
  } as const;
  expect(webhookBody(line, frame)).toMatchObject({ event: 'monitor.expiring', expires: 'certificate' });
});
