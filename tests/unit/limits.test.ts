/** What exceeds a plan, how long that is allowed, and what is enforced afterwards. */
import { describe, expect, test } from 'vitest';
import { type Grace, graceState } from '#domain/limits/grace.ts';
import { type LimitedMonitor, type MonitorLimits, overOf, pausedFirst } from '#domain/limits/monitors.ts';
import { isNothing, newlyRestricted, type OrderFacts, ordersFor } from '#domain/limits/orders.ts';
import { isInsistent, withRepeat } from '#domain/limits/repeats.ts';

const free: MonitorLimits = { monitors: 5, heartbeatSeconds: 600 };
const essential: MonitorLimits = { monitors: 30, heartbeatSeconds: 300 };
const DAY = 86_400_000;

const monitor = (id: number, known: Partial<LimitedMonitor> = {}): LimitedMonitor => ({
  id,
  name: `Site ${id}`,
  type: 'http',
  isRunning: true,
  interval: 600,
  retryInterval: null,
  ...known,
});
const several = (count: number, known: Partial<LimitedMonitor> = {}): LimitedMonitor[] =>
  Array.from({ length: count }, (_, index) => monitor(index + 1, known));

describe('over the plan', () => {
  test.each<[string, LimitedMonitor[], number, number[]]>([
    ['nothing at the limits', several(5), 0, []],
    ['each running monitor beyond the number', several(7), 2, []],
    [
      'not monitors paused themselves or by their group',
      [...several(5), monitor(6, { isRunning: false })],
      0,
      [],
    ],
    ['push in the number', [...several(5), monitor(6, { type: 'push' })], 1, []],
    ['an interval below the plan', [monitor(1, { interval: 599 }), monitor(2)], 0, [1]],
    [
      'not the interval of push and manual monitors',
      [monitor(1, { type: 'push', interval: 20 }), monitor(2, { type: 'manual', interval: 1 })],
      0,
      [],
    ],
    ['not the interval of a paused monitor', [monitor(1, { interval: 20, isRunning: false })], 0, []],
    ['a retry below 20 s', [monitor(1, { retryInterval: 19 }), monitor(2, { retryInterval: 20 })], 0, [1]],
    ['not a retry below the interval', [monitor(1, { retryInterval: 60 })], 0, []],
  ])('is %s', (_, monitors, beyond, tooOften) => {
    const over = overOf(monitors, free);
    expect([over.beyond, over.tooOften.map(({ id }) => id)]).toEqual([beyond, tooOften]);
  });

  test('the newest monitors are paused first, the owner’s choice last', () => {
    const ids = (kept: number[]) => pausedFirst(several(8), free, kept).map(({ id }) => id);
    expect(ids([])).toEqual([8, 7, 6]);
    expect(ids([8, 7])).toEqual([6, 5, 4]);
    expect(ids([8, 7, 6, 5, 4, 3])).toEqual([2, 1, 8]);
    expect(ids([99])).toEqual([8, 7, 6]);
  });
});

describe('the grace', () => {
  const given = (kind: Grace['kind'], beganAt: number, days: number | null): Grace => ({
    kind,
    beganAt,
    endsAt: days === null ? null : beganAt + days * DAY,
  });
  const now = 1000 * DAY;
  test.each([
    ['begins with 14 days for the number', 'number', null, 'enforce', 'new', 14],
    ['begins with 7 days for intervals', 'interval', null, 'enforce', 'new', 7],
    ['runs', 'number', given('number', now - 13 * DAY, 14), 'enforce', 'running', 1],
    ['is over when it ends', 'number', given('number', now - 14 * DAY, 14), 'enforce', 'over', null],
    [
      'is spent for twelve months',
      'number',
      given('number', now - 365 * DAY + 1, 14),
      'enforce',
      'over',
      null,
    ],
    [
      'is given again after twelve months',
      'number',
      given('number', now - 365 * DAY, 14),
      'enforce',
      'new',
      14,
    ],
    ['notifies once in notice-only mode', 'number', null, 'notify', 'new', null],
    ['does not notify again', 'number', given('number', now - DAY, null), 'notify', 'notified', null],
    ['begins after a mere notice', 'number', given('number', now - DAY, null), 'enforce', 'new', 14],
    [
      'enforces nothing in notice-only mode',
      'number',
      given('number', now - 20 * DAY, 14),
      'notify',
      'notified',
      null,
    ],
  ] as const)('%s', (_, kind, last, mode, state, days) => {
    const endsAt = days === null ? null : now + days * DAY;
    expect(graceState({ kind, last, mode }, now)).toEqual({ state, endsAt });
  });
});

describe('orders', () => {
  const both = { number: true, interval: true };
  const none = { number: false, interval: false };
  const orders = (known: Partial<OrderFacts> & { monitors: LimitedMonitor[] }) => {
    const { monitors, report, ...others } = known;
    return ordersFor({
      limits: free,
      kept: [],
      due: both,
      monitorsBefore: 5,
      ...others,
      report: { paused: [], raised: [], ...report, monitors },
    });
  };
  const restricted = (
    monitors: LimitedMonitor[],
    paused: number[],
    raised: { id: number; from: number; to: number }[],
  ) => ({
    report: { monitors, paused, raised },
    monitors,
  });

  test('within the plan there is nothing to do', () => {
    expect(isNothing(orders({ monitors: several(5) }))).toBe(true);
  });

  test('60 monitors every 20 s become 5 at 600 s', () => {
    const { pause, intervals, resume } = orders({ monitors: several(60, { interval: 20 }) });
    expect([pause.length, pause[0], pause.at(-1)]).toEqual([55, 60, 6]);
    expect(intervals).toEqual([1, 2, 3, 4, 5].map((id) => ({ id, interval: 600 })));
    expect(resume).toEqual([]);
  });

  test('nothing changes during the grace, and each kind ends separately', () => {
    const monitors = several(7, { interval: 20 });
    expect(isNothing(orders({ monitors, due: none }))).toBe(true);
    expect(orders({ monitors, due: { number: true, interval: false } })).toEqual({
      pause: [7, 6],
      intervals: [],
      resume: [],
    });
    expect(orders({ monitors, due: { number: false, interval: true } }).intervals).toHaveLength(7);
  });

  test('a short retry interval is raised to 20 s without changing the interval', () => {
    expect(orders({ monitors: [monitor(1, { retryInterval: 5 })] }).intervals).toEqual([
      { id: 1, interval: 600, retryInterval: 20 },
    ]);
  });

  test('a larger plan resumes paused monitors, the oldest first, up to its number', () => {
    const monitors = several(60).map((each) => (each.id <= 5 ? each : { ...each, isRunning: false }));
    const paused = monitors.flatMap(({ id }) => (id > 5 ? [id] : []));
    const { pause, resume } = orders({ ...restricted(monitors, paused.slice(1), []), limits: essential });
    // The customer paused monitor 6.
    expect([pause, resume.length, resume[0], resume.at(-1)]).toEqual([[], 25, 7, 31]);
  });

  test('three repeats within a day are insistence, older ones are forgotten', () => {
    const hours = (...all: number[]) => all.map((hour) => hour * 3_600_000);
    const repeats = hours(0, 10, 20, 30).reduce<readonly number[]>(withRepeat, []);
    expect(repeats).toEqual(hours(10, 20, 30));
    expect(hours(30, 33.9, 34, 60).map((now) => isInsistent(repeats, now))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isInsistent(repeats.slice(1), hours(30)[0] ?? 0)).toBe(false);
  });

  test('a resumed monitor keeps the interval of its plan', () => {
    const monitors = [monitor(1), monitor(2, { isRunning: false, interval: 20 })];
    const { intervals, resume } = orders({ ...restricted(monitors, [2], []), limits: essential, due: none });
    expect([intervals, resume]).toEqual([[{ id: 2, interval: 300 }], [2]]);
  });

  test('the same plan resumes nothing, whatever room there is', () => {
    const monitors = [monitor(1), monitor(2, { isRunning: false })];
    expect(isNothing(orders(restricted(monitors, [2], [])))).toBe(true);
  });

  test.each([
    ['to the new plan', 20, 300],
    ['to the customer’s choice', 400, 400],
  ])('a raised interval is restored %s', (_, from, interval) => {
    const known = restricted([monitor(1)], [], [{ id: 1, from, to: 600 }]);
    expect(orders({ ...known, limits: essential }).intervals).toEqual([{ id: 1, interval }]);
    expect(isNothing(orders(known))).toBe(true);
  });

  test('an enforcement is news once, and again when raised further', () => {
    const known = { paused: [1], raised: [{ id: 2, from: 20, to: 300 }] };
    expect(newlyRestricted(known, known)).toEqual({ paused: [], raised: [] });
    const now = { paused: [1, 3], raised: [{ id: 2, from: 20, to: 600 }] };
    expect(newlyRestricted(now, known)).toEqual({ paused: [3], raised: [{ id: 2, from: 20, to: 600 }] });
  });
});
