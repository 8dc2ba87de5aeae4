/** Which events follow what a webhook knows, and in which order. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { webhookBody } from '#domain/alerts/formats/webhook.ts';
import { outsideReasons } from '#domain/alerts/levels.ts';
import type { AlertLine } from '#domain/alerts/lines.ts';
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

const article = readFileSync('content/docs/notifications/webhook.mdx', 'utf8');
/** The article's example of an event, without its line breaks. */
const exampleOf = (event: string): string => {
  const [, json = ''] = article.split(`\`\`\`json title="${event}"\n`)[1]?.match(/^([\s\S]*?)```/) ?? [];
  return JSON.stringify(JSON.parse(json));
};

test('the article’s examples are posts, to the order of their members', () => {
  const [since, createdAt] = [Date.parse('2026-11-20T06:13:05Z'), 0];
  const monitor = { id: 3, name: 'Loja', address: 'loja.com.br', url: 'https://loja.com.br', type: 'http' };
  const about = { monitor, createdAt, since, receivedAt: since, unseen: null };
  const fell: AlertLine = {
    ...{ what: 'fell', ...about, downAt: since, isNews: true, message: '', isFirst: false, signAt: null },
    ...{ took: 10_000, look: null },
  };
  const returned: AlertLine = { what: 'returned', ...about, at: since + 360_000, gap: null, uptime: 99.58 };
  const posted = (line: AlertLine, sequence: number) =>
    JSON.stringify(webhookBody(line, { location: 'São Paulo', sequence }));
  expect(posted(fell, 41)).toBe(exampleOf('monitor.down'));
  expect(posted(returned, 42)).toBe(exampleOf('monitor.up'));
});

test('the article names every event, every member of one, and every reason', () => {
  const monitor = { id: 1, name: 'Loja' };
  const window = { title: 'Troca', from: 0, until: null, count: 1, monitors: ['Loja'] };
  const lines: readonly AlertLine[] = [
    { what: 'left', monitor, createdAt: 0, since: 0, at: 0, reason: 'paused', receivedAt: 0 },
    { what: 'certificate', monitor, at: 0, message: '' },
    { what: 'domain', monitor, at: 0, message: '' },
    { what: 'maintenance-soon', window, at: 0 },
    { what: 'maintenance', window, at: 0 },
    { what: 'maintenance-over', window, at: 0 },
    { what: 'test', at: 0 },
  ];
  const bodies = lines.map(
    (line) => webhookBody(line, { location: '', sequence: 1 }) as Record<string, unknown>,
  );
  for (const { event } of bodies) expect(article).toMatch(new RegExp(`<Field name="[^"]*${event}`));
  const members = bodies.flatMap((body) => [
    ...Object.keys(body),
    ...Object.keys((body['maintenance'] as object | undefined) ?? {}),
  ]);
  for (const word of new Set([...members, ...outsideReasons])) expect(article).toContain(`\`${word}\``);
});
