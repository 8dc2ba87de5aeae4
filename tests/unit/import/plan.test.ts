/** What a plan and an environment make of the items of a source. */
import { expect, test } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { type FoundItem, type ImportedMonitor, MONITORS_MAX } from '#domain/import/items.ts';
import { planImport, type Room } from '#domain/import/plan.ts';
import { message } from '#domain/messages/import.ts';

const room: Room = { limits: { monitors: 5, heartbeatSeconds: 600 }, running: 0, total: 0, present: [] };

function monitor(id: string, raw: object = {}, rest: Partial<ImportedMonitor> = {}): FoundItem {
  const checked = checkMonitor({
    type: 'http',
    name: id,
    url: `https://${id}.com.br`,
    interval: 600,
    ...raw,
  });
  if (!checked.ok) throw new Error(checked.reason);
  const item = {
    kind: 'monitor',
    id,
    active: true,
    monitor: checked.monitor,
    parent: null,
    channels: [],
    tags: [],
  } as const;
  return { item: { ...item, ...rest }, notes: [] };
}

const outcomes = (found: readonly FoundItem[], given: Partial<Room> = {}) =>
  planImport(found, { ...room, ...given }).map(({ outcome }) => outcome);

test('monitors over the plan are made paused, the first ones run, and groups do not count', () => {
  const found = [monitor('grupo', { type: 'group' }), ...['a', 'b', 'c', 'd'].map((id) => monitor(id))];
  const planned = planImport(found, { ...room, running: 3 });
  expect(planned.map(({ outcome }) => outcome)).toEqual(['create', 'create', 'create', 'over', 'over']);
  expect(planned.map(({ item }) => item.kind === 'monitor' && item.active)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(planned[3]?.notes).toEqual([message('import.over-plan')]);
});

test('a paused monitor takes no room', () => {
  const found = [monitor('a', {}, { active: false }), monitor('b')];
  expect(outcomes(found, { running: 4 })).toEqual(['create', 'create']);
  expect(outcomes(found, { running: 5 })).toEqual(['create', 'over']);
});

test('what is there stays, and takes no room again', () => {
  const present = [{ kind: 'monitor', id: 'a' }] as const;
  expect(outcomes([monitor('a'), monitor('b')], { running: 4, present })).toEqual(['present', 'create']);
});

test('an interval below the plan is raised and said; a push keeps its own', () => {
  const [raised, push] = planImport(
    [monitor('a', { interval: 60 }), monitor('b', { type: 'push', interval: 60 })],
    room,
  );
  expect(raised).toMatchObject({ isRaised: true, item: { monitor: { interval: 600, timeout: 48 } } });
  expect(raised?.notes).toEqual([message('import.interval-raised', { from: '1 min', to: '10 min' })]);
  expect(push).toMatchObject({ isRaised: false, item: { monitor: { interval: 60 } } });
});

test('the same id twice, and more than an environment carries, are refused', () => {
  const twice = planImport([monitor('a'), monitor('a')], room);
  expect(twice.map(({ reason }) => reason)).toEqual([null, message('import.repeated')]);
  const [item] = planImport([monitor('a')], { ...room, total: MONITORS_MAX });
  expect(item).toMatchObject({
    outcome: 'refused',
    reason: message('import.environment-full', { max: MONITORS_MAX }),
  });
});

test('members of a refused group come without it', () => {
  const group = monitor('grupo', { type: 'group' });
  const broken = { ...group, item: { ...group.item, monitor: { type: 'group' } } } as FoundItem;
  const [refused, member] = planImport([broken, monitor('a', {}, { parent: 'grupo' })], room);
  expect(refused?.outcome).toBe('refused');
  expect(member).toMatchObject({ item: { parent: null }, notes: [message('import.parent-left')] });
});

test('a monitor that a browser changed is judged again', () => {
  const [given] = [monitor('a')];
  const item = {
    ...given?.item,
    monitor: { type: 'http', name: 'a', url: 'http://10.0.0.1', interval: 1, user_id: 2 },
  };
  expect(planImport([{ item: item as ImportedMonitor, notes: [] }], room)[0]).toMatchObject({
    outcome: 'refused',
    reason: message('import.ip'),
  });
});

test.each([
  [{ type: 'telegram', telegramBotToken: 'x' }, 'create', null, []],
  [{ type: 'LineNotify' }, 'refused', message('import.channel-gone', { type: 'LineNotify' }), []],
  [{}, 'refused', message('import.channel-invalid'), []],
  [{ type: 'smtp', customSubject: '{{NAME}}' }, 'create', null, []],
])('a channel %o: %s', (config, outcome, reason, notes) => {
  const item = { kind: 'channel', id: '1', name: 'c', config } as const;
  expect(planImport([{ item, notes: [] }], room)[0]).toMatchObject({ outcome, reason, notes });
});
