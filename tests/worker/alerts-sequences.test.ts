/** Reports in any order: the table of levels and that of falls always agree. */
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { ReportedFall, ReportedLevel } from '#domain/api-schemas/alert-report.ts';
import { Companion, fallOf, levelOf } from './alert-reports.ts';
import { newWatched } from './alerts-support.ts';
import { calmServices, sql } from './support.ts';

beforeEach(calmServices);

const BEGIN = Date.parse('2026-11-26T06:00:00Z');
const at = (minute: number): number => BEGIN + minute * 60_000;

interface Said {
  readonly isWhole: boolean;
  readonly levels: readonly ReportedLevel[];
  readonly falls: readonly ReportedFall[];
}

const minute = fc.nat({ max: 30 });
/** What a monitor did up to a moment: its falls, one after the other, and what it is after the last. */
const story = (id: number) =>
  fc
    .record({
      turns: fc.uniqueArray(minute, { minLength: 1, maxLength: 5 }),
      state: fc.constantFrom('new' as const, 'up' as const, 'down' as const, 'outside' as const),
    })
    .map(({ turns, state }) => {
      const times = turns.toSorted((one, other) => one - other).map(at);
      const last = times.at(-1) ?? BEGIN;
      const falls = times.flatMap((since, place): ReportedFall[] => {
        const until = times[place + 1];
        return place % 2 === 0 && until !== undefined ? [fallOf(id, since, until)] : [];
      });
      return { level: levelOf(id, { state, since: last }), falls };
    });
const said: fc.Arbitrary<Said> = fc
  .record({
    isWhole: fc.boolean(),
    told: fc.subarray([1, 2, 3]),
    stories: fc.tuple(story(1), story(2), story(3)),
  })
  .map(({ isWhole, told, stories }) => {
    const own = stories.filter((_, place) => told.includes(place + 1));
    return { isWhole, levels: own.map(({ level }) => level), falls: own.flatMap(({ falls }) => falls) };
  });

interface Row {
  readonly id: number;
  readonly since: number;
  readonly until: number | null;
  readonly ended_by: string | null;
}

test('one open fall for each monitor that is down, none overlaps, and a repeat changes nothing', async () => {
  const { orderId } = await newWatched();
  const tables = async () => ({
    levels: await sql<{ id: number; state: string; since: number }>(
      'SELECT monitor_id AS id, state, since FROM alert_levels WHERE order_id = ? ORDER BY id',
      orderId,
    ),
    falls: await sql<Row>(
      'SELECT monitor_id AS id, since, until, ended_by FROM alert_falls WHERE order_id = ? ORDER BY id, since',
      orderId,
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 5 }), async (reports) => {
      for (const table of ['alert_falls', 'alert_levels', 'alert_reporters', 'work'])
        await sql(`DELETE FROM ${table} WHERE order_id = ?`, orderId);
      const companion = new Companion({ orderId });
      for (const { isWhole, levels, falls } of reports) {
        const parts = { ...(isWhole ? { base: null } : {}), levels: [...levels], falls: [...falls] };
        await companion.report(parts);
        const now = await tables();
        const open = now.falls.filter(({ until }) => until === null);
        const down = now.levels.filter(({ state }) => state === 'down');
        expect(open.map(({ id, since }) => [id, since])).toEqual(down.map(({ id, since }) => [id, since]));
        for (const [place, { id, since, until, ended_by }] of now.falls.entries()) {
          expect(until === null).toBe(ended_by === null);
          expect(until ?? Number.MAX_SAFE_INTEGER).toBeGreaterThanOrEqual(since);
          const next = now.falls[place + 1];
          if (next?.id === id) expect(until ?? Number.MAX_SAFE_INTEGER).toBeLessThanOrEqual(next.since);
        }
        expect(await companion.report({ ...parts, base: companion.revision })).toEqual([]);
        expect(await tables()).toEqual(now);
      }
    }),
    { numRuns: 60, seed: 42 },
  );
}, 120_000);
