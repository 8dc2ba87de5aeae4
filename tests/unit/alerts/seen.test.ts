/** "Estou vendo": no more reminders to anyone, and one line to the others that know of the fall. */
import { describe, expect, test } from 'vitest';
import { businessDay } from '#domain/billing/days.ts';
import { createScenario, MORNING, night, wants } from './scenario.ts';

const hourly = wants({ reminderHours: 1 });

/** A fall that was told, and then somebody looks after. */
function told(preferences = hourly) {
  const world = createScenario();
  const reader = world.reader(preferences);
  world.down(1, 0);
  expect(reader.whats(1)).toEqual(['fell']);
  world.see(1, 5);
  return { world, reader };
}

test('the others are told once who looks after the fall', () => {
  const { world, reader } = told();
  expect(reader.told(6)).toMatchObject({
    subject: 'Ana está vendo: Loja',
    tone: 'neutral',
    lines: [
      'Ana está vendo: Loja, fora do ar desde 3h13. Enquanto isso ninguém recebe lembretes desta queda.',
    ],
  });
  expect(reader.step(7)).toMatchObject({ message: null, wakeAt: null });
  world.up(1, 20);
  expect(reader.whats(21)).toEqual(['returned']);
});

test('nobody is reminded of it, neither the others nor who said it', () => {
  const { world, reader } = told();
  const own = world.reader(hourly, { reader: 'ana' });
  world.check(1);
  expect(own.whats(1)).toEqual(['fell']);
  reader.told(6);
  world.check(200);
  expect([reader.step(200), own.step(200)]).toEqual([
    expect.objectContaining({ message: null, wakeAt: null }),
    expect.objectContaining({ message: null, wakeAt: null }),
  ]);
});

test('who said it is not told, nor who was not told of the fall', () => {
  const { world } = told();
  expect(world.reader(hourly, { reader: 'ana' }).whats(1)).toEqual(['fell']);
  const noFalls = world.reader(wants({ kinds: ['return'] }));
  noFalls.told(1);
  expect(noFalls.whats(6)).toEqual([]);
});

test('who learns of the fall later learns both at once', () => {
  const { world } = told();
  world.check(6);
  const reader = world.reader();
  expect(reader.whats(6)).toEqual(['fell', 'seen']);
  expect(reader.told(7)).toBeNull();
});

test.each(['hold-all', 'falls-only'] as const)('it waits for the end of quiet hours (%s)', (mode) => {
  const world = createScenario();
  const reader = world.reader(night(mode));
  world.down(1, -400);
  expect(reader.whats(-399)).toEqual(['fell']);
  world.see(1, 5);
  expect(reader.told(6)).toBeNull();
  world.check(MORNING);
  expect(reader.whats(MORNING)).toEqual(['seen']);
});

test('it is dropped when the fall is over by then', () => {
  const world = createScenario();
  const reader = world.reader(night('hold-all'));
  world.down(1, -400);
  reader.told(-399);
  world.see(1, 5);
  reader.told(6);
  world.up(1, 10);
  expect(reader.whats(MORNING)).toEqual(['returned']);
});

test('it ends with the return: the next fall is reminded of, and may be looked after anew', () => {
  const { world, reader } = told();
  reader.told(6);
  world.up(1, 10);
  reader.told(11);
  world.down(1, 20);
  reader.told(21);
  world.check(82);
  expect(reader.whats(82)).toEqual(['still-down']);
  world.see(1, 90, 'Bia', 'bia');
  expect(reader.told(91)?.subject).toBe('Bia está vendo: Loja');
});

describe('the day’s share', () => {
  const spent = { share: { sent: 50, limit: 50, warning: 40 } };

  test('does not hold it up', () => {
    const { reader } = told();
    expect(reader.whats(6, spent)).toEqual(['seen']);
  });

  test('is not used by it: a return beyond the share is told all the same', () => {
    const world = createScenario();
    const reader = world.reader(hourly);
    // The evening before.
    world.down(1, -400);
    reader.told(-399);
    world.see(1, 5);
    expect(reader.whats(6)).toEqual(['seen']);
    world.up(1, 8);
    expect(reader.whats(9, spent)).toEqual(['returned']);
    expect(businessDay(reader.mark().toldAt ?? 0)).toBe('2026-11-26');
  });

  test('is not announced by it', () => {
    const { reader } = told();
    expect(reader.lines(6, { share: { sent: 49, limit: 50, warning: 40 } })).toHaveLength(1);
  });
});

test('several that are looked after at once are one message', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  world.down(2, 0);
  reader.told(1);
  world.see(1, 5);
  world.see(2, 5);
  expect(reader.told(6)?.subject).toBe('Ana está vendo 2 monitores: Loja, API');
});
