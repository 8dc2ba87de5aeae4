/** A recipient that chose monitors hears of these only; what it chooses later it learns, what it drops it forgets. */
import { expect, test } from 'vitest';
import plansJson from '#content/plans.json' with { type: 'json' };
import { monitorKey } from '#domain/alerts/levels.ts';
import { preferencesOn } from '#domain/alerts/preferences.ts';
import { createCatalog } from '#domain/plans/catalog.ts';
import { createScenario, MINUTE_MS, MORNING, night, START, wants } from './scenario.ts';

const catalog = createCatalog(plansJson);
const keys = (...ids: number[]) => ids.map((id) => monitorKey(id, 1));
const only = (...ids: number[]) => wants({ monitors: keys(...ids), reminderHours: 1 });

test('falls, returns and reminders of other monitors are not told', () => {
  const world = createScenario();
  const reader = world.reader(only(1));
  world.down(1, 0);
  world.down(2, 0);
  expect(reader.told(1)?.subject).toBe('Fora do ar: Loja');
  world.check(62);
  expect(reader.lines(62)).toEqual([expect.stringMatching(/^Loja continua fora do ar/)]);
  world.up(2, 63);
  expect(reader.told(64)).toBeNull();
});

test('a summary after quiet hours counts the chosen ones only', () => {
  const world = createScenario();
  const reader = world.reader({ ...night('hold-all'), monitors: keys(1) });
  for (const id of [1, 2, 3]) world.down(id, 0);
  world.up(3, 5);
  world.check(MORNING);
  expect(reader.told(MORNING)?.subject).toBe('Fora do ar: Loja');
});

test('one that is chosen while it is down is told with its beginning, and no earlier falls of it', () => {
  const world = createScenario();
  const reader = world.reader(only(1));
  world.down(2, 0);
  world.up(2, 1);
  world.down(2, 2);
  expect(reader.told(3)).toBeNull();
  world.check(30);
  const { subject, lines } = reader.told(30, { preferences: only(1, 2) }) ?? {};
  expect([subject, lines]).toEqual([
    'Fora do ar: API',
    ['API está fora do ar desde 3h15. Motivo: não respondeu à conexão.'],
  ]);
});

test('one that is chosen in quiet hours tells nothing of what ended before, also while others wait', () => {
  const world = createScenario();
  const preferences = { ...night('hold-all'), monitors: keys(1) };
  const reader = world.reader(preferences);
  world.down(1, 0);
  reader.told(1);
  world.down(2, 2);
  world.up(2, 3);
  reader.told(4);
  world.check(MORNING);
  const all = { preferences: { ...preferences, monitors: null } };
  expect(reader.lines(MORNING, all)).toEqual([expect.stringMatching(/^Loja está fora do ar/)]);
});

test('one that is dropped is forgotten silently, and told anew when it is chosen again', () => {
  const world = createScenario();
  const reader = world.reader(only(1, 2));
  world.down(2, 0);
  expect(reader.whats(1)).toEqual(['fell']);
  expect(reader.step(2, { preferences: only(1) })).toMatchObject({ message: null, wakeAt: null });
  reader.told(2, { preferences: only(1) });
  expect(reader.mark().memory.monitors).toEqual({});
  world.check(70);
  expect(reader.whats(70, { preferences: only(1) })).toEqual([]);
  expect(reader.whats(70, { preferences: only(1, 2) })).toEqual(['fell']);
});

test('certificates, domains and first checks are those of chosen monitors; a test is told to everybody', () => {
  const world = createScenario();
  const about = (id: number) => ({ monitor: { id, name: `M${id}` } });
  world.event('certificate', 0, about(1));
  world.event('domain', 0, about(2));
  world.event('first', 0, about(2));
  world.event('folded', 0, about(2));
  world.event('test', 0, { monitor: null });
  expect(world.reader(only(1), { firstMonitor: 2 }).whats(1)).toEqual(['certificate', 'test']);
});

test.each([
  ['of a chosen monitor', ['Loja', 'API'], 2, true],
  ['of others', ['API', 'Blog'], 2, false],
  ['that does not name all of its monitors', ['API', 'Blog'], 9, true],
  ['of no monitor', [], 0, true],
] as const)('a maintenance window %s', (_name, monitors, count, isTold) => {
  const world = createScenario();
  const reader = world.reader(only(1));
  world.down(1, -10);
  world.up(1, -9);
  reader.told(-8);
  const window = { title: 'Troca', from: START, until: START + MINUTE_MS, count, monitors };
  world.event('maintenance', 0, { monitor: null, window });
  expect(reader.whats(1)).toEqual(isTold ? ['maintenance'] : []);
  // It does not wait for the end of anything either.
  expect(reader.mark()).toMatchObject({ readSeq: 1, memory: { held: [] } });
});

test('a plan without the choice means all monitors, and keeps what was chosen', () => {
  const chosen = wants({ monitors: keys(1) });
  expect(catalog.plans.filter(({ alerts }) => alerts.monitorChoice).map(({ id }) => id)).toEqual([
    'pro',
    'enterprise',
  ]);
  expect(preferencesOn(chosen, catalog.plan('essential').alerts).monitors).toBeNull();
  expect(preferencesOn(chosen, catalog.plan('pro').alerts)).toBe(chosen);
});
