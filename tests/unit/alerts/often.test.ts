/** Monitors that change often, and days on which much is told. */
import { expect, test } from 'vitest';
import { HOUR_MS } from '#domain/alerts/next-message.ts';
import { createScenario, MINUTE_MS, START } from './scenario.ts';

test('more than six changes in an hour are called unstable once, and stable once, with what was not told', () => {
  const world = createScenario();
  const reader = world.reader();
  world.flap(7);
  expect(reader.lines(6.5)).toEqual([
    'Loja está instável: mudou 7 vezes em uma hora e agora está fora do ar. Avisamos quando parar, e se ficar três minutos fora do ar.',
  ]);
  world.up(1, 7);
  world.flap(4, 1, 8);
  expect(reader.told(20)).toBeNull();
  // The seventh newest change leaves the hour.
  expect(reader.step(20).wakeAt).toBe(START + 5 * MINUTE_MS + HOUR_MS);
  expect(reader.told(65)).toMatchObject({
    subject: 'De volta: Loja',
    lines: ['Loja parou de oscilar e está no ar. Enquanto isso caiu 6 vezes.'],
  });
  expect(reader.step(66)).toMatchObject({ message: null, wakeAt: null });
});

test('an unstable monitor that is down for three minutes is told once, and its return', () => {
  const world = createScenario();
  const reader = world.reader();
  world.flap(8);
  reader.told(8);
  world.down(1, 9);
  expect(reader.step(10)).toMatchObject({ message: null, wakeAt: START + 12 * MINUTE_MS });
  world.check(11.5);
  expect(reader.whats(12)).toEqual(['fell']);
  expect(reader.told(13)).toBeNull();
  world.up(1, 15);
  expect(reader.whats(16)).toEqual(['returned']);
});

test('a monitor that left while it was unstable is not said to be up', () => {
  const world = createScenario();
  const reader = world.reader();
  world.flap(7);
  reader.told(7);
  world.leave(1, 8, 'paused');
  expect(reader.whats(9)).toEqual(['left']);
  expect(reader.lines(70)).toEqual([
    'Loja parou de oscilar e não é mais vigiado. Enquanto isso caiu 3 vezes.',
  ]);
});

test('what is told of an unstable monitor is told without a doubt', () => {
  const world = createScenario();
  const reader = world.reader();
  world.flap(7);
  world.doubt(1, 6.2, 'maintenance');
  expect(reader.told(6.5)).toBeNull();
  world.up(1, 7);
  expect(reader.lines(8)[0]).toContain('mudou 8 vezes em uma hora e agora está no ar');
});

test('where more happened than is kept, a number is a minimum', () => {
  const world = createScenario();
  const reader = world.reader();
  world.flap(7);
  for (const [at, fall] of world.falls.entries()) world.falls[at] = { ...fall, isFolded: true };
  expect(reader.lines(6.5)[0]).toContain('mudou pelo menos 7 vezes');
});

test('the word about a monitor that falls too often names its day when it is read on another', () => {
  const said = (hours: number) => {
    const world = createScenario();
    world.event('folded', 0);
    return world.reader().lines(hours * 60)[0] ?? '';
  };
  expect(said(1)).toMatch(/^Loja caiu mais de 50 vezes hoje\. Até a meia-noite, /);
  expect(said(28)).toMatch(/^Loja caiu mais de 50 vezes em 26\/11\/2026\. Daquele dia, /);
});

test('the day’s share is announced, and what comes after it waits for midnight', () => {
  const world = createScenario();
  const share = { sent: 39, limit: 50, warning: 40 };
  world.down(1, 0);
  expect(world.reader().lines(1, { share }).at(-1)).toContain('perto do limite de avisos de hoje');
  const reader = world.reader();
  expect(reader.lines(1, { share: { ...share, sent: 49 } }).at(-1)).toContain('o último aviso de hoje');
  world.up(1, 2);
  expect(reader.step(3, { share: { ...share, sent: 50 } })).toMatchObject({
    message: null,
    wakeAt: Date.parse('2026-11-27T03:00:00Z'),
  });
});

test('with the share spent, a monitor of which nothing was told that day has one fall and one return', () => {
  const world = createScenario();
  const reader = world.reader();
  const spent = { share: { sent: 50, limit: 50, warning: 40 } };
  world.down(2, 0);
  reader.told(1);
  world.up(2, 2);
  world.down(1, 2);
  expect(reader.lines(3, spent)).toEqual([expect.stringContaining('Loja está fora do ar')]);
  world.up(1, 4);
  expect(reader.lines(5, spent)).toEqual([expect.stringContaining('Loja voltou')]);
  world.down(1, 6);
  expect(reader.told(7, spent)).toBeNull();
  world.up(1, 8);
  const midnight = (Date.parse('2026-11-27T03:00:00Z') - START) / MINUTE_MS;
  expect(reader.lines(midnight)).toEqual([
    expect.stringContaining('Loja ficou fora do ar de 3h19 de 26/11'),
    expect.stringContaining('API voltou às 3h15 de 26/11'),
  ]);
});

test('with the share spent, a return of what fell the day before leaves room for a fall', () => {
  const world = createScenario();
  const reader = world.reader();
  const spent = { share: { sent: 50, limit: 50, warning: 40 } };
  const day = 24 * 60;
  world.down(1, 0);
  reader.told(1);
  world.up(1, day);
  expect(reader.whats(day + 1, spent)).toEqual(['returned']);
  world.down(1, day + 2);
  expect(reader.whats(day + 3, spent)).toEqual(['fell']);
  world.up(1, day + 4);
  expect(reader.told(day + 5, spent)).toBeNull();
});

test('a test says nothing of the day’s share, which it does not use', () => {
  const world = createScenario();
  world.event('test', 0, { monitor: null });
  for (const sent of [39, 50]) {
    const lines = world.reader().lines(1, { share: { sent, limit: 50, warning: 40 } });
    expect(lines).toEqual([expect.stringContaining('Este é um teste')]);
  }
});

test('several kinds share one subject, the falls first', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(2, 0);
  reader.told(1);
  world.up(2, 1);
  world.down(1, 2);
  expect(reader.told(3)?.subject).toBe('Fora do ar: Loja; de volta: API');
});

test('a long message names two hundred things and counts the rest', () => {
  const world = createScenario();
  for (let id = 1; id <= 205; id += 1) world.down(id, 0);
  const { subject, lines } = world.reader().told(1) ?? { subject: '', lines: [] };
  expect(subject).toBe('205 monitores fora do ar: Loja, API, Blog, mais 202');
  expect(lines).toHaveLength(201);
  expect(lines.at(-1)).toBe('E mais 5 mudanças; veja no painel.');
});
