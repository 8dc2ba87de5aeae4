/** Reading recorded days, with the stand-in and with untrustworthy responses. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { HonoStandIn } from '#dev/stand-ins/stand-in.ts';
import { createTenantsStandIn } from '#dev/stand-ins/tenants/index.ts';
import type { Fetch } from '#functions/platform/vendor-http.ts';
import { createCounterTokens } from '#functions/vendors/uptime-kuma/counter-tokens.ts';
import { createInstances } from '#functions/vendors/uptime-kuma/instances.ts';

const SECRET = 'a-secret-of-at-least-thirty-two-characters';
const NOW = Date.parse('2026-11-30T12:00:00-03:00');
const tokens = createCounterTokens(SECRET);
const urlTemplate = 'http://localhost:5232/__probe/{tenant}';
let standIn: HonoStandIn;

beforeEach(async () => {
  const values = { functions: { tokenSha256: await tokens.digestOf('padaria') } };
  const workload = { name: 't-1', subdomain: 'padaria', healthy: true, healthySinceMs: 0, values };
  standIn = createTenantsStandIn({ port: 5232, argocd: { workloads: () => [workload] }, now: () => NOW });
  await press('monitors', ['http', 'ping', 'group', 'paused']);
});

const ask: Fetch = async (url, init) => standIn.app.request(url, init);
const reporter = (fetch: Fetch = ask, tokenOf = tokens.tokenOf) =>
  createInstances({ urlTemplate, tokenOf, fetch, timeoutMs: 50 });
const unavailable = { code: 'tenant-unavailable', retryable: true };

async function press(path: string, body?: unknown): Promise<void> {
  const response = await ask(`http://localhost:5232/__stand-in/tenants/padaria/${path}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  expect(response.status).toBe(200);
}

describe('against the stand-in', () => {
  test('days have their checks, the same each time', async () => {
    const read = await reporter().readDays('padaria', '2026-11-20', '2026-11-22');
    expect(read.monitors.map(({ id, type }) => [id, type])).toEqual([
      [1, 'http'],
      [2, 'ping'],
      [4, 'http'],
    ]);
    expect(read.days.map(({ day, checks }) => [day, checks.map(({ monitor }) => monitor)])).toEqual([
      ['2026-11-20', [1, 2]],
      ['2026-11-21', [1, 2]],
      ['2026-11-22', [1, 2]],
    ]);
    for (const { checks } of read.days)
      for (const { up, down, maintenance } of checks) expect(up + down + maintenance).toBe(1440);
    expect(await reporter().readDays('padaria', '2026-11-20', '2026-11-22')).toEqual(read);
  });

  test.each([
    ['today', '2026-11-30', '2026-11-30'],
    ['more than a week', '2026-11-20', '2026-11-27'],
  ])('%s is refused', async (_case, from, through) => {
    await expect(reporter().readDays('padaria', from, through)).rejects.toMatchObject({
      ...unavailable,
      message: 'reports 400',
    });
  });

  test('without token or companion nothing is returned', async () => {
    const read = (own = reporter()) => own.readDays('padaria', '2026-11-20', '2026-11-20');
    await expect(read(reporter(ask, () => tokens.tokenOf('status')))).rejects.toMatchObject({
      message: 'reports 401',
    });
    await press('counter-off');
    await expect(read()).rejects.toMatchObject({ message: 'reports 404' });
    await press('stop');
    await expect(read()).rejects.toMatchObject({ message: 'reports 503' });
  });
});

describe('untrustworthy responses', () => {
  const good = {
    monitors: [{ id: 1, name: 'x'.repeat(400), type: 'http' }],
    days: [
      {
        day: '2026-11-20',
        beats: [{ monitor: 1, up: 1, down: 0, maintenance: 0, ping: null, incidents: 0 }],
        outages: [],
      },
    ],
  };
  const reading = (body: unknown) =>
    reporter(async () => Response.json(body)).readDays('padaria', '2026-11-20', '2026-11-20');

  test('a name is cut to the instance’s maximum length', async () => {
    expect((await reading(good)).monitors[0]?.name).toHaveLength(150);
  });

  test.each<[string, unknown]>([
    ['other days', { ...good, days: [{ ...good.days[0], day: '2026-11-21' }] }],
    ['no day', { ...good, days: [] }],
    [
      'a negative count',
      { ...good, days: [{ ...good.days[0], beats: [{ ...good.days[0]?.beats[0], up: -1 }] }] },
    ],
    [
      'a time outside the day',
      { ...good, days: [{ ...good.days[0], outages: [{ monitor: 1, from: 0, to: 1e9 }] }] },
    ],
    ['something else', 'ok'],
  ])('%s is refused', async (_case, body) => {
    await expect(reading(body)).rejects.toMatchObject(unavailable);
  });

  test('an invalid subdomain is never requested', async () => {
    let calls = 0;
    const counting: Fetch = async () => {
      calls += 1;
      return Response.json(good);
    };
    await expect(reporter(counting).readDays('a/../b', '2026-11-20', '2026-11-20')).rejects.toMatchObject(
      unavailable,
    );
    expect(calls).toBe(0);
  });
});
