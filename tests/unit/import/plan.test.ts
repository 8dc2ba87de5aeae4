/** What a plan and an environment make of the items of a source. */
import { expect, test } from 'vitest';
import { checkMonitor } from '#domain/import/check-monitor.ts';
import { type FoundItem, type ImportedMonitor, MONITORS_MAX } from '#domain/import/items.ts';
import { type Capacity, planImport } from '#domain/import/plan.ts';
import { message } from '#domain/messages/import.ts';

const capacity: Capacity = {
  limits: { monitors: 5, heartbeatSeconds: 600 },
  running: 0,
  total: 0,
  present: [],
};

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

const resultsOf = (found: readonly FoundItem[], given: Partial<Capacity> = {}) =>
  planImport(found, { ...capacity, ...given }).map(({ result }) => result);

test('monitors over the plan are made paused, the first ones run, and groups do not count', () => {
  const found = [monitor('grupo', { type: 'group' }), ...['a', 'b', 'c', 'd'].map((id) => monitor(id))];
  const planned = planImport(found, { ...capacity, running: 3 });
  expect(planned.map(({ result }) => result)).toEqual(['made', 'made', 'made', 'paused', 'paused']);
  expect(planned.map(({ item }) => item.kind === 'monitor' && item.active)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]);
  expect(planned[3]?.notes).toEqual([message('import.over-plan')]);
});

test('a paused monitor takes no capacity', () => {
  const found = [monitor('a', {}, { active: false }), monitor('b')];
  expect(resultsOf(found, { running: 4 })).toEqual(['made', 'made']);
  expect(resultsOf(found, { running: 5 })).toEqual(['made', 'paused']);
});

test('what is there stays, and takes no capacity again', () => {
  const present = [{ kind: 'monitor', id: 'a' }] as const;
  expect(resultsOf([monitor('a'), monitor('b')], { running: 4, present })).toEqual(['present', 'made']);
});

test('an interval below the plan is raised and said; a push keeps its own', () => {
  const [raised, push] = planImport(
    [monitor('a', { interval: 60 }), monitor('b', { type: 'push', interval: 60 })],
    capacity,
  );
  expect(raised).toMatchObject({ isRaised: true, item: { monitor: { interval: 600, timeout: 48 } } });
  expect(raised?.notes).toEqual([message('import.interval-raised', { from: '1 min', to: '10 min' })]);
  expect(push).toMatchObject({ isRaised: false, item: { monitor: { interval: 60 } } });
});

test('the same id twice, and more than an environment carries, are refused', () => {
  const twice = planImport([monitor('a'), monitor('a')], capacity);
  expect(twice.map(({ reason }) => reason)).toEqual([null, message('import.repeated')]);
  const [item] = planImport([monitor('a')], { ...capacity, total: MONITORS_MAX });
  expect(item).toMatchObject({
    result: 'refused',
    reason: message('import.environment-full', { max: MONITORS_MAX }),
  });
});

test('members of a refused group come without it', () => {
  const group = monitor('grupo', { type: 'group' });
  const broken = { ...group, item: { ...group.item, monitor: { type: 'group' } } } as FoundItem;
  const [refused, member] = planImport([broken, monitor('a', {}, { parent: 'grupo' })], capacity);
  expect(refused?.result).toBe('refused');
  expect(member).toMatchObject({ item: { parent: null }, notes: [message('import.parent-left')] });
});

test('a monitor that a browser changed is judged again', () => {
  const [given] = [monitor('a')];
  const item = {
    ...given?.item,
    monitor: { type: 'http', name: 'a', url: 'http://10.0.0.1', interval: 1, user_id: 2 },
  };
  expect(planImport([{ item: item as ImportedMonitor, notes: [] }], capacity)[0]).toMatchObject({
    result: 'refused',
    reason: message('import.ip'),
  });
});

test.each([
  [{ type: 'telegram', telegramBotToken: 'x' }, 'made', null, []],
  [{ type: 'LineNotify' }, 'refused', message('import.channel-gone', { type: 'LineNotify' }), []],
  [{}, 'refused', message('import.channel-invalid'), []],
  [{ type: 'smtp', customSubject: '{{NAME}}' }, 'made', null, []],
])('a channel %o: %s', (config, result, reason, notes) => {
  const item = { kind: 'channel', id: '1', name: 'c', config } as const;
  expect(planImport([{ item, notes: [] }], capacity)[0]).toMatchObject({ result, reason, notes });
});
