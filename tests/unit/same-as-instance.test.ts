/** The cron reader says what an environment does: its own croner is the judge, in the version of Uptime Kuma 2.5.3. */
import { Cron } from 'croner';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextRuns } from '#domain/cron/next-runs.ts';
import { parseCron } from '#domain/cron/parse-cron.ts';
import { instantOf, wallTimeAt } from '#domain/cron/zone.ts';
import { cronExpressions } from '#tests/support/cron-expressions.ts';

const ZONE = 'America/Sao_Paulo';

test('a cron expression runs when the environment runs it', () => {
  const instants = fc.integer({ min: Date.UTC(2026, 0), max: Date.UTC(2036, 0) });
  fc.assert(
    fc.property(cronExpressions, instants, (text, instant) => {
      const reading = parseCron(text);
      if (!reading.isValid) throw new Error(reading.mistake);
      const runs = nextRuns(reading.expression, wallTimeAt(instant, ZONE), 5);
      const judged = new Cron(text, { timezone: ZONE }).nextRuns(5, new Date(instant));
      expect(runs.map((run) => new Date(instantOf(run, ZONE)).toISOString())).toEqual(
        judged.map((date) => date.toISOString()),
      );
    }),
  );
});
