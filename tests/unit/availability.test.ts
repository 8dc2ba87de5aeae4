import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  availabilityPercent,
  commonLevels,
  downtimeSeconds,
  formatDuration,
  formatPercent,
  levelKept,
  periodIds,
} from '#domain/availability/availability.ts';

const HOUR = 3600;

describe('downtime that a percentage allows', () => {
  test('agrees with the reference values of the documentation', () => {
    expect(downtimeSeconds(99.9, 'year') / HOUR).toBeCloseTo(8.76, 6);
    expect(downtimeSeconds(99.99, 'year') / 60).toBeCloseTo(52.56, 6);
    expect(downtimeSeconds(99.999, 'year') / 60).toBeCloseTo(5.256, 6);
  });

  test.each([
    [99, 'day', '14 min 24 s'],
    [99, 'week', '1 h 40 min 48 s'],
    [99, 'month', '7 h 18 min'],
    [99, 'year', '3 dias 15 h 36 min'],
    [99.9, 'day', '1 min 26 s'],
    [99.9, 'month', '43 min 48 s'],
    [99.9, 'year', '8 h 45 min 36 s'],
    [99.99, 'day', '8,64 s'],
    [99.99, 'year', '52 min 34 s'],
    [99.999, 'day', '0,86 s'],
    [99.999, 'week', '6,05 s'],
    [99.999, 'month', '26,3 s'],
    [99.999, 'year', '5 min 15 s'],
    [100, 'year', 'nenhum'],
    [99.9999999, 'month', '2,6 ms'],
    [99.9999999, 'day', '0,1 ms'],
    [99.999999999, 'day', 'menos de 0,1 ms'],
    [0, 'day', '24 h'],
  ] as const)('%d%% per %s leaves %s', (percent, period, written) => {
    expect(formatDuration(downtimeSeconds(percent, period))).toBe(written);
  });
});

describe('percentage of a downtime', () => {
  test('reverses the other direction, for every level and period', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 100, noNaN: true }),
        fc.constantFrom(...periodIds),
        (percent, period) => {
          expect(availabilityPercent(downtimeSeconds(percent, period), period)).toBeCloseTo(percent, 8);
        },
      ),
    );
  });

  test.each([
    [45 * 60, 'month', '99,897%', 99.5],
    [0, 'month', '100%', 99.999],
    [7 * 60, 'year', '99,99867%', 99.99],
    [48 * HOUR, 'day', '0%', null],
    [HOUR, 'day', '95,83%', null],
  ] as const)('%d s per %s is %s', (seconds, period, written, level) => {
    const percent = availabilityPercent(seconds, period);
    expect(formatPercent(percent)).toBe(written);
    expect(levelKept(percent)).toBe(level);
  });

  test('a level is met at exactly its own downtime', () => {
    for (const level of commonLevels) {
      for (const period of periodIds) {
        expect(levelKept(availabilityPercent(downtimeSeconds(level, period), period))).toBe(level);
      }
    }
  });
});

test('a percentage below 100 is never shown as 100', () => {
  expect(formatPercent(99.9999999)).toBe('99,99999%');
});
