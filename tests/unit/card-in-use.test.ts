/**
 * The card of the next charge, the late charge that a new card pays, and the due day of the page that stores a card.
 */
import { describe, expect, test } from 'vitest';
import { cardInUse, cardPageDueDate, lateCharge } from '#domain/billing/card.ts';

const visa = { brand: 'VISA', lastFour: '1111' };
const elo = { brand: 'ELO', lastFour: '2222' };
const shownOn = (dueDate: string, isOpen: boolean) => ({ ...visa, dueDate, isOpen });
const replaced = (on: string) => ({ ...elo, on });

describe('the card of the next charge', () => {
  test.each([
    ['no card is known', null, null, null, false],
    ['as the processor shows it', shownOn('2026-11-01', false), null, visa, true],
    ['an open charge shows the new card', shownOn('2026-12-01', true), replaced('2026-11-10'), visa, true],
    ['changed after the last charge', shownOn('2026-11-01', false), replaced('2026-11-10'), elo, false],
    ['changed on the day of the charge', shownOn('2026-11-10', false), replaced('2026-11-10'), elo, false],
    ['a later charge was paid', shownOn('2026-12-01', false), replaced('2026-11-10'), visa, true],
    ['changed before any charge shows a card', null, replaced('2026-11-10'), elo, false],
    ['the same card again', { ...shownOn('2026-11-01', false), ...elo }, replaced('2026-11-10'), elo, true],
  ])('%s', (_, shown, last, card, isShown) => {
    const known = cardInUse(shown, last);
    expect(known === null ? null : known.card).toEqual(card === null ? null : expect.objectContaining(card));
    expect(known?.shown != null).toBe(isShown);
  });
});

test('the oldest late charge is paid first; one only due is not late', () => {
  const charge = (state: 'pending' | 'overdue' | 'refused' | 'confirmed', dueDate: string) => ({
    state,
    dueDate,
  });
  expect(lateCharge([charge('pending', '2026-12-01'), charge('confirmed', '2026-10-01')])).toBeUndefined();
  const late = charge('refused', '2026-11-01');
  expect(lateCharge([charge('overdue', '2026-12-01'), late])).toBe(late);
});

test.each([
  ['2026-12-20', '2026-12-20'],
  ['2026-11-11', '2026-11-13'],
])('a page that stores a card charges days later: due %s, shown %s', (due, shown) => {
  expect(cardPageDueDate(due, '2026-11-10')).toBe(shown);
});
