/** Many short lives of three monitors: whatever is held, each fall is told once, and the last word is true. */
import { expect, test } from 'vitest';
import type { AlertLine } from '#domain/alerts/lines.ts';
import { writeAlert } from '#domain/alerts/words.ts';
import { createChance } from '#tests/simulation/chance.ts';
import { createScenario, MINUTE_MS, night, START, wants, ZONE } from './scenario.ts';

const SEQUENCES = 60;
const STEPS = 60;

/** How many falls a line tells, of those that no line before it told. */
function fallsIn(line: AlertLine, told: Set<string>): number {
  if (line.what === 'brief') return line.times;
  if (line.what === 'stable') return line.falls;
  if (line.what !== 'fell' && line.what !== 'left') return 0;
  const fall = `${line.monitor.id} ${line.since}`;
  if (told.has(fall)) return 0;
  told.add(fall);
  return 1;
}

function play(seed: number) {
  const { fraction, hits } = createChance(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(fraction() * values.length)] as T;
  const preferences = pick([wants({ reminderHours: 1 }), wants({}), night('hold-all'), night('falls-only')]);
  const world = createScenario();
  const reader = world.reader(preferences);
  const states = new Map([1, 2, 3].map((id) => [id, 'up' as 'up' | 'down' | 'outside']));
  const told = new Set<string>();
  const seen = new Set<string>();
  const counted = new Map<number, number>();
  const view = new Map<number, string>();
  const wrong: string[] = [];
  let minute = fraction() * 1400;
  /** In some lives much happens within an hour. */
  const pace = pick([1, 0.05]);

  const read = (more: Parameters<typeof reader.step>[1] = {}) => {
    const next = reader.step(minute, more);
    reader.told(minute, more);
    if (next.wakeAt !== null && next.wakeAt < START + minute * MINUTE_MS) wrong.push('wakes in the past');
    if (next.message !== null) writeAlert(next.message, ZONE, START + minute * MINUTE_MS);
    for (const line of next.message?.lines ?? []) {
      if (!('createdAt' in line)) continue;
      const { id } = line.monitor;
      counted.set(id, (counted.get(id) ?? 0) + fallsIn(line, told));
      view.set(id, 'isDown' in line && line.isDown ? `${line.what} down` : line.what);
      if (line.what === 'seen') {
        const fall = `${id} ${line.since}`;
        if (seen.has(fall)) wrong.push(`seen of ${id} twice`);
        seen.add(fall);
      }
      const isSeen = world.falls.some(
        ({ monitor, until, seen: by }) => monitor.id === id && until === null && by !== null,
      );
      if (line.what === 'still-down' && isSeen) wrong.push(`a reminder of ${id}, which somebody looks after`);
      if (line.what === 'seen' && !isSeen) wrong.push(`seen of ${id}, which nobody looks after`);
      const isDown = states.get(id) === 'down';
      if ((line.what === 'fell' || line.what === 'still-down') && !isDown)
        wrong.push(`${line.what} of ${id}`);
      if ((line.what === 'unstable' || line.what === 'stable') && line.isDown !== isDown)
        wrong.push(`${line.what} of ${id}, ${line.isDown}`);
    }
  };
  for (let step = 0; step < STEPS; step += 1) {
    const id = pick([1, 2, 3]);
    const state = states.get(id);
    if (state === 'up' && hits(0.6)) {
      world.down(id, minute);
      states.set(id, 'down');
    } else if (state === 'down' && hits(0.7)) {
      world.up(id, minute);
      states.set(id, 'up');
    } else if (hits(0.15) && state !== 'outside') {
      world.leave(id, minute, pick(['paused', 'detached', 'limit']));
      states.set(id, 'outside');
    } else if (state === 'outside') {
      if (hits(0.5)) world.up(id, minute);
      else world.down(id, minute);
      states.set(
        id,
        world.falls.some((fall) => fall.monitor.id === id && fall.until === null) ? 'down' : 'up',
      );
    } else if (hits(0.2)) world.doubt(id, minute, pick(['maintenance', 'unchecked', null, null]));
    if (hits(0.7)) world.check(minute);
    if (hits(0.1)) world.see(id, minute);
    minute += pick([0.2, 0.5, 1, 2, 5, 30, 200]) * fraction() * pace;
    if (hits(0.6)) read(hits(0.1) ? { share: { sent: 50, limit: 50, warning: 40 } } : {});
    minute += 0.3 * fraction();
  }
  for (const id of [1, 2, 3]) world.doubt(id, minute, null);
  // Over a night and an hour of calm, with checks in between.
  for (let round = 0; round < 200; round += 1) {
    minute += 10;
    world.check(minute);
    read();
  }
  for (const id of [1, 2, 3]) {
    const falls = world.falls.filter((fall) => fall.monitor.id === id).length;
    if (counted.get(id) !== undefined || falls > 0)
      if ((counted.get(id) ?? 0) !== falls) wrong.push(`${falls} falls of ${id}, ${counted.get(id)} told`);
    const last = view.get(id);
    const isKnownDown = ['fell', 'still-down', 'seen', 'stable down', 'unstable down'].includes(last ?? '');
    const isDown = states.get(id) === 'down';
    if (last !== undefined && isKnownDown !== isDown)
      wrong.push(`${id} is ${states.get(id)}, the last line is ${last}`);
  }
  return wrong;
}

test('each fall is told once, and the last word about a monitor is true', () => {
  const found = Array.from({ length: SEQUENCES }, (_, seed) => ({ seed, wrong: play(seed) })).filter(
    ({ wrong }) => wrong.length > 0,
  );
  expect(found).toEqual([]);
});
