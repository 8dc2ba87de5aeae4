import { expect, test } from 'vitest';
import { formatOpening, isSupportOpen } from '#domain/support/hours.ts';

const hours = [
  { weekdays: [1, 2, 3, 4, 5], fromHour: 8, toHour: 18 },
  { weekdays: [6], fromHour: 9, toHour: 12 },
];

// 23 November 2026 is a Monday; São Paulo is three hours behind UTC.
test.each([
  ['2026-11-23T10:59:59Z', false, 'Monday, just before 8h'],
  ['2026-11-23T11:00:00Z', true, 'Monday, 8h'],
  ['2026-11-23T20:59:59Z', true, 'Monday, just before 18h'],
  ['2026-11-23T21:00:00Z', false, 'Monday, 18h'],
  ['2026-11-28T12:00:00Z', true, 'Saturday, 9h'],
  ['2026-11-28T15:00:00Z', false, 'Saturday, 12h'],
  ['2026-11-29T15:00:00Z', false, 'Sunday'],
  ['2026-11-24T02:00:00Z', false, 'Monday night there, Tuesday in UTC'],
])('%s: %s (%s)', (moment, isOpen) => {
  expect(isSupportOpen(Date.parse(moment), hours)).toBe(isOpen);
});

test('hours are shown as in the requirements', () => {
  expect(formatOpening({ fromHour: 8, toHour: 18 })).toBe('8h às 18h');
});
