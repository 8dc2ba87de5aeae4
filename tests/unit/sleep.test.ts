/** When a free environment sleeps, and what becomes of one that sleeps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { DAY_MS } from '#domain/billing/days.ts';
import { planIds } from '#domain/plans/ids.ts';
import {
  ASLEEP_DAYS,
  decideSleep,
  FAREWELL_DAYS,
  PROBES_SECONDS,
  SLEEP_NOTICE_DAYS,
  type SleepFacts,
  START_SECONDS,
  stateInForce,
  UNWATCHED_DAYS,
  WAKE_SECONDS,
} from '#domain/tenants/sleep.ts';
import { tenantStates } from '#domain/tenants/states.ts';

const BEGIN = Date.UTC(2026, 10, 1, 12);
const day = (count: number): number => BEGIN + count * DAY_MS;

/** A free environment that was made on day 0 and read on `readOn`; nothing ever ran there. */
const facts = (readOn: number | null, change: Partial<SleepFacts> = {}): SleepFacts => ({
  ...{ plan: 'free', state: 'active', stateSince: BEGIN, actedAt: null, isBusy: false, warnedAt: null },
  ...{ farewells: 0, removesAt: null },
  watching: readOn === null ? null : { readAt: day(readOn), runningAt: null, enteredAt: null },
  ...change,
});
const FIRST = UNWATCHED_DAYS - SLEEP_NOTICE_DAYS;

describe('an environment that runs', () => {
  test('is warned three days before, and sleeps after fourteen', () => {
    expect(decideSleep(facts(null), day(0))).toEqual({ due: 'wait', until: day(FIRST) });
    expect(decideSleep(facts(FIRST), day(FIRST))).toEqual({ due: 'warn', sleepsAt: day(UNWATCHED_DAYS) });
    const warned = { warnedAt: day(FIRST) };
    expect(decideSleep(facts(FIRST, warned), day(FIRST) + 1)).toEqual({
      due: 'wait',
      until: day(UNWATCHED_DAYS),
    });
    expect(decideSleep(facts(UNWATCHED_DAYS, warned), day(UNWATCHED_DAYS))).toEqual({ due: 'sleep' });
  });

  test('a late warning moves the sleep: it is at least three days before', () => {
    expect(decideSleep(facts(40), day(40))).toEqual({ due: 'warn', sleepsAt: day(40 + SLEEP_NOTICE_DAYS) });
    expect(decideSleep(facts(41, { warnedAt: day(40) }), day(41))).toEqual({
      due: 'wait',
      until: day(40 + SLEEP_NOTICE_DAYS),
    });
  });

  test('nothing follows from a reading that is old, or that failed', () => {
    expect(decideSleep(facts(null), day(FIRST))).toEqual({ due: 'read' });
    expect(decideSleep(facts(FIRST), day(FIRST + 1))).toEqual({ due: 'read' });
    expect(decideSleep(facts(FIRST, { warnedAt: day(FIRST) }), day(UNWATCHED_DAYS))).toEqual({ due: 'read' });
  });

  test.each<[string, Partial<SleepFacts>]>([
    ['a running monitor', { watching: { readAt: day(12), runningAt: day(12), enteredAt: null } }],
    ['somebody in the panel', { watching: { readAt: day(12), runningAt: null, enteredAt: day(12) } }],
    ['something that its owner did', { actedAt: day(12) }],
    ['a wake', { stateSince: day(12) }],
  ])('%s begins the days anew, also after a warning', (_, change) => {
    const seen = facts(12, { warnedAt: day(FIRST), ...change });
    expect(decideSleep(seen, day(UNWATCHED_DAYS))).toEqual({ due: 'wait', until: day(12 + FIRST) });
  });

  test('one that is being worked with waits', () => {
    const busy = facts(UNWATCHED_DAYS, { warnedAt: day(FIRST), isBusy: true });
    expect(decideSleep(busy, day(UNWATCHED_DAYS)).due).toBe('wait');
  });
});

describe('one that sleeps', () => {
  const asleep = (change: Partial<SleepFacts> = {}) => facts(null, { state: 'asleep', ...change });

  test('is left alone for twelve months', () => {
    expect(decideSleep(asleep(), day(ASLEEP_DAYS - 1))).toEqual({ due: 'wait', until: day(ASLEEP_DAYS) });
  });

  test('its removal is told three times in ninety days, each as long before as it says', () => {
    const removesAt = day(ASLEEP_DAYS + FAREWELL_DAYS[0]);
    expect(decideSleep(asleep(), day(ASLEEP_DAYS))).toEqual({ due: 'farewell', removesAt });
    for (const [written, before] of FAREWELL_DAYS.entries()) {
      if (written === 0) continue;
      const at = removesAt - before * DAY_MS;
      const told = asleep({ farewells: written, removesAt });
      expect(decideSleep(told, at - 1)).toEqual({ due: 'wait', until: at });
      expect(decideSleep(told, at)).toEqual({ due: 'farewell', removesAt });
      // The job did not run for weeks.
      expect(decideSleep(told, removesAt + DAY_MS)).toEqual({
        due: 'farewell',
        removesAt: removesAt + DAY_MS + before * DAY_MS,
      });
    }
    const all = asleep({ farewells: FAREWELL_DAYS.length, removesAt });
    expect(decideSleep(all, removesAt - 1)).toEqual({ due: 'wait', until: removesAt });
    expect(decideSleep(all, removesAt)).toEqual({ due: 'remove' });
  });
});

test('a paid plan never sleeps, and only a sleeper is removed, whatever else is so', () => {
  const time = fc.integer({ min: 0, max: 1000 }).map(day);
  const some = fc.option(time, { nil: null });
  fc.assert(
    fc.property(
      fc.record({
        plan: fc.constantFrom(...planIds),
        state: fc.constantFrom(...tenantStates),
        stateSince: time,
        watching: fc.option(fc.record({ readAt: time, runningAt: some, enteredAt: some }), { nil: null }),
        actedAt: some,
        isBusy: fc.boolean(),
        warnedAt: some,
        farewells: fc.integer({ min: 0, max: 3 }),
        removesAt: some,
      }),
      time,
      (found, now) => {
        const { due } = decideSleep(found, now);
        if (found.plan !== 'free') expect(due).toBe('nothing');
        if (due === 'remove' || due === 'farewell') expect(found.state).toBe('asleep');
        if (due !== 'sleep') return;
        expect(found.state).toBe('active');
        expect(found.watching?.runningAt ?? 0).toBeLessThanOrEqual(now - UNWATCHED_DAYS * DAY_MS);
        expect(found.warnedAt).toBeLessThanOrEqual(now - SLEEP_NOTICE_DAYS * DAY_MS);
      },
    ),
  );
});

test('a free sleeper goes on sleeping, and a plan, a suspension or an end is in force', () => {
  expect(stateInForce({ state: 'active', plan: 'free' }, 'asleep')).toBe('asleep');
  expect(stateInForce({ state: 'active', plan: 'pro' }, 'asleep')).toBe('active');
  expect(stateInForce({ state: 'ended', plan: 'free' }, 'asleep')).toBe('ended');
  expect(stateInForce({ state: 'active', plan: 'free' }, 'suspended')).toBe('active');
});

test('“Acordar” promises the measured time and half again', () => {
  expect(WAKE_SECONDS).toBe(Math.ceil(1.5 * (START_SECONDS + PROBES_SECONDS)));
  const chart = readFileSync(join(projectRoot, 'deploy/tenant-chart/templates/statefulset.yaml'), 'utf8');
  const periods = [...chart.matchAll(/(?:startup|readiness)Probe:[\s\S]*?periodSeconds: (\d+)/g)].map(
    ([, seconds]) => Number(seconds),
  );
  // Of the instance to start, and of companion and gateway, side by side, to be ready.
  expect(periods).toEqual([5, 5, 5]);
  expect(PROBES_SECONDS).toBe(5 + 5);
});
