/** The next message to a recipient of alerts: what is told, when, and in which words. */
import { describe, expect, test } from 'vitest';
import type { AlertEvent, AlertEventKind, ChangeKind } from '#domain/alerts/events.ts';
import {
  type AlertMemory,
  emptyMemory,
  GATHER_MS,
  GROUP_MS,
  HOUR_MS,
  type NextStep,
  nextStep,
  type Situation,
  WAIT_MAX_MS,
} from '#domain/alerts/next-message.ts';
import {
  type AlertPreferences,
  defaultPreferences,
  type QuietHours,
  quietUntil,
} from '#domain/alerts/preferences.ts';
import { writeAlert } from '#domain/alerts/words.ts';

/** A Thursday, 3h13 in São Paulo. */
const START = Date.parse('2026-11-26T06:13:00Z');
const MINUTE_MS = 60_000;
const ZONE = 'America/Sao_Paulo';
const names = ['', 'Loja', 'API', 'Blog'];

let seq = 0;
const event = (
  kind: AlertEventKind,
  minutes: number,
  monitor = 1,
  more: Partial<AlertEvent> = {},
): AlertEvent => {
  seq += 1;
  const at = START + minutes * MINUTE_MS;
  return {
    seq,
    kind,
    at,
    receivedAt: at,
    monitor: { id: monitor, name: names[monitor] ?? `Monitor ${monitor}` },
    message: kind === 'down' ? 'connect ETIMEDOUT' : '',
    ...more,
  };
};

/** Changes of one monitor: "down" at even minutes, "up" at odd ones. */
const flapping = (count: number, monitor = 1) =>
  Array.from({ length: count }, (_, at) => event(at % 2 === 0 ? 'down' : 'up', at, monitor));

const changed =
  (count: number, isAtLeast = false) =>
  () => ({ count, isAtLeast });

/** The newest change of a monitor among these; what a table with nothing else says. */
function newestAmong(events: readonly AlertEvent[], id: number): ChangeKind | null {
  const last = events.findLast(
    ({ monitor, kind }) => monitor?.id === id && ['down', 'up', 'stopped'].includes(kind),
  );
  return (last?.kind as ChangeKind | undefined) ?? null;
}

const step = (
  events: readonly AlertEvent[],
  minutes: number,
  { memory = emptyMemory, ...more }: Partial<Situation> = {},
): NextStep =>
  nextStep(
    {
      preferences: defaultPreferences,
      memory,
      toldAt: null,
      events,
      readSeq: 0,
      changesOf: changed(0),
      newestOf: (monitor) => newestAmong(events, monitor),
      isRunning: true,
      firstMonitor: null,
      share: { sent: 0, limit: 50, warning: 40 },
      ...more,
    },
    START + minutes * MINUTE_MS,
  );

const written = (next: NextStep, minutes: number) =>
  next.message === null ? null : writeAlert(next.message, ZONE, START + minutes * MINUTE_MS);

const wants = (more: Partial<AlertPreferences>): AlertPreferences => ({ ...defaultPreferences, ...more });
const night = (mode: QuietHours['mode']): AlertPreferences =>
  wants({ quiet: { days: [0, 1, 2, 3, 4, 5, 6], from: '22:00', until: '07:00', zone: ZONE, mode } });

test('a fall is gathered for three seconds, then told with its reason', () => {
  const fall = event('down', 0);
  expect(step([fall], 0)).toMatchObject({ message: null, readSeq: 0, wakeAt: START + GATHER_MS });
  const next = step([fall], 0.1);
  expect(written(next, 0.1)).toEqual({
    subject: 'Fora do ar: Loja',
    lines: ['Loja está fora do ar desde 3h13. Motivo: connect ETIMEDOUT'],
  });
  expect(next.readSeq).toBe(fall.seq);
  expect(next.memory.down).toEqual({ 1: { name: 'Loja', since: fall.at, toldAt: START + 6_000 } });
});

test('what happens within twenty seconds of a message waits for the next one, thirteen seconds at most', () => {
  const falls = [event('down', 0, 1), event('down', 0.05, 2), event('down', 0.1, 3)];
  const wakeAt = (toldAt: number) => step(falls, 0.1, { toldAt }).wakeAt;
  expect(wakeAt(START - 10_000)).toBe(START + GROUP_MS - 10_000);
  expect(wakeAt(START)).toBe(START + WAIT_MAX_MS);
  expect(written(step(falls, 0.4, { toldAt: START }), 0.4)?.subject).toBe(
    '3 monitores fora do ar: Loja, API, Blog',
  );
});

test('a return says how long it was down; a second one says nothing', () => {
  const memory: AlertMemory = {
    ...emptyMemory,
    down: { 1: { name: 'Loja', since: START - 7 * MINUTE_MS, toldAt: START - 7 * MINUTE_MS } },
  };
  const next = step([event('up', 0)], 1, { memory });
  expect(written(next, 1)?.lines).toEqual(['Loja voltou às 3h13, depois de 7 min fora do ar.']);
  expect(next.memory.down).toEqual({});
  expect(step([event('up', 2)], 3, { memory: next.memory })).toMatchObject({ message: null, wakeAt: null });
});

test.each([
  [
    'one outage',
    [event('down', 0), event('up', 7)],
    'Loja ficou fora do ar de 3h13 a 3h20 (7 min) e já voltou. Motivo: connect ETIMEDOUT',
  ],
  ['three outages', flapping(6), 'Loja caiu 3 vezes entre 3h13 e 3h18. Motivo: connect ETIMEDOUT'],
] as const)('%s that waited is one line', (_name, events, line) => {
  const next = step(events, 9);
  expect(written(next, 9)?.lines).toEqual([line]);
  expect(next.memory.down).toEqual({});
});

test('an outage that waited and lasts is told after the earlier one', () => {
  const next = step([event('down', 0), event('up', 1), event('down', 2)], 3);
  expect(next.message?.lines.map(({ what }) => what)).toEqual(['brief', 'fell']);
  expect(next.memory.down[1]?.since).toBe(START + 2 * MINUTE_MS);
});

test('what is told after more than ten minutes says so, and the day if it is another', () => {
  expect(written(step([event('down', 0)], 11), 11)?.lines[0]).toContain('Este aviso chegou com atraso.');
  const nextDay = 24 * 60 + 30;
  expect(written(step([event('down', 0)], nextDay), nextDay)?.lines[0]).toContain('desde 3h13 de 26/11');
});

test('a monitor that was paused or deleted while it was down is forgotten without a word', () => {
  const next = step([event('down', 0), event('stopped', 1)], 2);
  expect(next).toMatchObject({ message: null, memory: emptyMemory, wakeAt: null });
});

test('a monitor that stopped is not called unstable, nor stable later: nothing is known of it now', () => {
  const stopped = event('stopped', 7, 1, { monitor: { id: 1, name: '' } });
  const first = step([...flapping(7), stopped], 7.1, { changesOf: changed(7) });
  expect(written(first, 7.1)?.lines.join(' ') ?? '').not.toContain('instável');
  const memory: AlertMemory = { ...emptyMemory, unstable: { 1: { name: 'Loja', toldAt: START } } };
  const later = step([], 61, { memory, newestOf: () => 'stopped' });
  expect(later).toMatchObject({ message: null, memory: { unstable: {} }, wakeAt: null });
});

test('the word about a monitor that changes too often names its day when it is read on another', () => {
  const folded = event('folded', 0);
  const said = (hours: number) => written(step([folded], hours * 60), hours * 60)?.lines[0] ?? '';
  expect(said(1)).toMatch(/^Loja mudou mais de 100 vezes hoje\. Até a meia-noite, /);
  expect(said(28)).toMatch(/^Loja mudou mais de 100 vezes em 26\/11\/2026\. Daquele dia, /);
});

test('more than six changes in an hour are called unstable once, then hourly, then stable', () => {
  const events = flapping(7);
  const next = step(events, 8, { changesOf: changed(7) });
  expect(written(next, 8)?.lines).toEqual([
    'Loja está instável: mudou 7 vezes em uma hora e agora está fora do ar. Enquanto for assim, avisamos de hora em hora.',
  ]);
  const more = step([event('up', 9)], 10, { memory: next.memory, changesOf: changed(8) });
  expect(more).toMatchObject({ message: null, wakeAt: START + 8 * MINUTE_MS + HOUR_MS });
  const hourly = step([], 68, { memory: more.memory, changesOf: changed(9) });
  expect(written(hourly, 68)?.lines[0]).toBe(
    'Loja continua instável: mudou 9 vezes na última hora e agora está no ar.',
  );
  const calm = step([], 128, { memory: hourly.memory, changesOf: changed(2) });
  expect(written(calm, 128)).toEqual({
    subject: 'De volta: Loja',
    lines: ['Loja parou de oscilar e está no ar.'],
  });
  expect(calm.memory.unstable).toEqual({});
});

test('a reminder comes after the chosen hours, and only while it is down', () => {
  const preferences = wants({ reminderHours: 1 });
  const { memory, wakeAt } = step([event('down', 0)], 1, { preferences });
  expect(wakeAt).toBe(START + MINUTE_MS + HOUR_MS);
  expect(step([], 60, { memory, preferences })).toMatchObject({ message: null, wakeAt });
  const due = step([], 61, { memory, preferences });
  expect(written(due, 61)).toEqual({
    subject: 'Continua fora do ar: Loja',
    lines: ['Loja continua fora do ar desde 3h13, há 1 h 1 min.'],
  });
  expect(due.wakeAt).toBe(START + 61 * MINUTE_MS + HOUR_MS);
  expect(step([], 61, { memory, preferences: wants({ reminderHours: 0 }) })).toMatchObject({
    message: null,
    wakeAt: null,
  });
});

test('kinds that are not wanted are not told, and a wanted return still knows its fall', () => {
  const preferences = wants({ kinds: ['return'] });
  const { message, memory } = step([event('down', 0)], 1, { preferences });
  expect(message).toBeNull();
  expect(step([event('up', 5)], 6, { memory, preferences }).message?.lines[0]?.what).toBe('returned');
});

test('quiet hours hold everything and sum it up at their end', () => {
  const preferences = night('hold-all');
  const events = [event('down', 0, 1), event('down', 1, 2), event('up', 2, 1)];
  const held = step(events, 5, { preferences });
  const end = Date.parse('2026-11-26T10:00:00Z');
  expect(held).toMatchObject({
    message: null,
    wakeAt: end,
    memory: { held: events.map((each) => each.seq) },
  });
  const minutes = (end - START) / MINUTE_MS;
  const { readSeq } = held;
  const summed = step(events, minutes, { preferences, memory: held.memory, readSeq });
  expect(summed.message?.lines.map(({ what }) => what)).toEqual(['brief', 'fell']);
  expect(summed.memory.held).toEqual([]);
});

test('quiet hours for all but falls tell a fall, and the return of another at their end', () => {
  const preferences = night('falls-only');
  const memory: AlertMemory = {
    ...emptyMemory,
    down: { 2: { name: 'API', since: START - HOUR_MS, toldAt: START - HOUR_MS } },
  };
  const [back, fall] = [event('up', 0, 2), event('down', 1, 1)];
  const next = step([back, fall], 2, { preferences, memory });
  expect(next.message?.lines.map(({ what }) => what)).toEqual(['fell']);
  expect(next.memory).toMatchObject({ held: [back.seq], down: { 2: { name: 'API' } } });
  const minutes = 4 * 60;
  const { readSeq } = next;
  const later = step([back], minutes, { preferences, memory: next.memory, readSeq });
  expect(later.message?.lines.map(({ what }) => what)).toEqual(['returned']);
});

describe('at night, with only falls told and a reminder each hour', () => {
  const preferences = { ...night('falls-only'), reminderHours: 1 as const };
  const END = (Date.parse('2026-11-26T10:00:00Z') - START) / MINUTE_MS;

  /** Asks whenever the last answer said so, until the night is over. */
  function untilMorning(happens: readonly AlertEvent[]) {
    const told: [minute: number, lines: readonly string[]][] = [];
    let [memory, readSeq, toldAt] = [emptyMemory, 0, null as number | null];
    let minute = 0;
    let asks = 0;
    const wakes = new Set(happens.map(({ at }) => (at - START) / MINUTE_MS + 0.1));
    for (; minute <= END + 1; asks += 1) {
      const known = happens.filter(({ at }) => at <= START + minute * MINUTE_MS);
      const events = known.filter(({ seq: each }) => each > readSeq || memory.held.includes(each));
      const newestOf = (monitor: number) => newestAmong(known, monitor);
      const next = step(events, minute, { preferences, memory, readSeq, toldAt, newestOf });
      ({ memory, readSeq } = next);
      if (next.message !== null) {
        told.push([Math.round(minute), next.message.lines.map(({ what }) => what)]);
        toldAt = START + minute * MINUTE_MS;
      }
      const wake = next.wakeAt === null ? Number.POSITIVE_INFINITY : (next.wakeAt - START) / MINUTE_MS;
      minute = Math.min(wake, ...[...wakes].filter((each) => each > minute));
      expect(asks).toBeLessThan(100);
    }
    return told;
  }

  test('a monitor that is back is not said to be down, and its return comes in the morning', () => {
    expect(untilMorning([event('down', 0), event('up', 20)])).toEqual([
      [0, ['fell']],
      [END, ['returned']],
    ]);
  });

  test('a monitor that stays down is reminded of each hour', () => {
    expect(untilMorning([event('down', 0)]).map(([, lines]) => lines)).toEqual([
      ['fell'],
      ...[1, 2, 3].map(() => ['still-down']),
    ]);
  });

  test('nothing is reminded of while a maintenance runs', () => {
    expect(untilMorning([event('down', 0), event('stopped', 20)])).toEqual([[0, ['fell']]]);
  });

  test('a new fall after a return is told at once, with its own time', () => {
    const [fall, back, again] = [event('down', 0), event('up', 20), event('down', 90)];
    const told = untilMorning([fall, back, again]);
    expect(told.slice(0, 2)).toEqual([
      [0, ['fell']],
      [90, ['returned', 'fell']],
    ]);
    expect(told.slice(2).every(([, lines]) => lines.includes('still-down'))).toBe(true);
  });
});

test('a new fall that is not wanted opens no quiet hours for a return', () => {
  const preferences = { ...night('falls-only'), kinds: ['return'] as const };
  const { memory } = step([event('down', 0)], 1, { preferences: wants({ kinds: ['return'] }) });
  const next = step([event('up', 20), event('down', 30)], 31, { preferences, memory });
  expect(next.message).toBeNull();
  expect(next.memory.held).toHaveLength(2);
});

test('what is not read yet ends a reminder too', () => {
  const preferences = wants({ reminderHours: 1 });
  const { memory } = step([event('down', 0)], 1, { preferences });
  const next = step([], 61, { memory, preferences, newestOf: () => 'up' });
  expect(next).toMatchObject({ message: null, wakeAt: null });
});

test('nothing is said of an environment that stands still, and all of it once it runs', () => {
  const preferences = wants({ reminderHours: 1 });
  const { memory } = step([event('down', 0)], 1, { preferences });
  const more = event('down', 30, 2);
  const still = step([more], 61, { memory, preferences, isRunning: false });
  expect(still).toMatchObject({ message: null, memory, readSeq: 0, wakeAt: START + 121 * MINUTE_MS });
  expect(step([], 61, { preferences, isRunning: false })).toMatchObject({ message: null, wakeAt: null });
  const running = step([more], 121, { memory, preferences });
  expect(running.message?.lines.map(({ what }) => what)).toEqual(['fell', 'still-down']);
});

test('a monitor that changes more often than is kept is called so once, and its number is a minimum', () => {
  const folded = event('folded', 0);
  expect(written(step([folded], 1), 1)).toEqual({
    subject: 'Muda demais: Loja',
    lines: [
      'Loja mudou mais de 100 vezes hoje. Até a meia-noite, de um monitor que muda tanto guardamos só o estado mais novo; dos outros avisamos como sempre.',
    ],
  });
  const next = step(flapping(7), 8, { changesOf: changed(107, true) });
  expect(written(next, 8)?.lines[0]).toContain('mudou pelo menos 107 vezes em uma hora');
});

test('a test is told in quiet hours', () => {
  const next = step([event('test', 0, 1, { monitor: null })], 1, { preferences: night('hold-all') });
  expect(written(next, 1)?.lines).toEqual([
    'Este é um teste, pedido às 3h13: os avisos da Vigia chegam até aqui.',
  ]);
});

test('only the first result of the monitor that was asked for first is told', () => {
  const result = event('first', 0, 1, { ping: 230 });
  expect(step([result], 1)).toMatchObject({ message: null, readSeq: result.seq });
  expect(written(step([result], 1, { firstMonitor: 1 }), 1)).toEqual({
    subject: 'Primeira checagem: Loja está no ar',
    lines: ['Primeira checagem de Loja: no ar, 230 ms.'],
  });
});

test('the day’s share is announced, and what comes after it waits for midnight', () => {
  const share = { sent: 39, limit: 50, warning: 40 };
  const near = written(step([event('down', 0)], 1, { share }), 1);
  expect(near?.lines.at(-1)).toContain('perto do limite de avisos de hoje');
  const last = written(step([event('down', 0)], 1, { share: { ...share, sent: 49 } }), 1);
  expect(last?.lines.at(-1)).toContain('o último aviso de hoje');
  expect(step([event('down', 0)], 1, { share: { ...share, sent: 50 } })).toMatchObject({
    message: null,
    readSeq: 0,
    wakeAt: Date.parse('2026-11-27T03:00:00Z'),
  });
});

test('a maintenance says when it begins, how long it lasts, and what it covers', () => {
  const window = {
    title: 'Troca de servidor',
    from: START + 60 * MINUTE_MS,
    until: START + 120 * MINUTE_MS,
    count: 4,
    monitors: ['Loja', 'API'],
  };
  const soon = step([event('maintenance-soon', 0, 1, { monitor: null, window })], 0.1);
  expect(written(soon, 0.1)).toEqual({
    subject: 'Manutenção em breve: Troca de servidor',
    lines: [
      'A manutenção “Troca de servidor” começa em 1 h, às 4h13 e vai até 5h13. Nela: Loja, API, mais 2.',
    ],
  });
});

test('several kinds share one subject, the falls first', () => {
  const memory: AlertMemory = { ...emptyMemory, down: { 2: { name: 'API', since: START, toldAt: START } } };
  const next = step([event('up', 1, 2), event('down', 2, 1)], 3, { memory });
  expect(written(next, 3)?.subject).toBe('Fora do ar: Loja; de volta: API');
});

test('a long message names twenty things and counts the rest', () => {
  const falls = Array.from({ length: 25 }, (_, at) => event('down', 0, at + 1));
  const { subject, lines } = written(step(falls, 1), 1) ?? { subject: '', lines: [] };
  expect(subject).toBe('25 monitores fora do ar: Loja, API, Blog, mais 22');
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe('E mais 5 mudanças; veja no painel.');
});

const hours = (from: string, until: string, days = [0, 1, 2, 3, 4, 5, 6]): QuietHours => ({
  days,
  from,
  until,
  zone: ZONE,
  mode: 'hold-all',
});
const ends = (quiet: QuietHours, local: string) => {
  const until = quietUntil(quiet, Date.parse(`${local}-03:00`));
  return until === null ? null : new Date(until).toISOString();
};

test.each([
  ['before', hours('22:00', '07:00'), '2026-11-26T21:59:59', null],
  ['from the first minute', hours('22:00', '07:00'), '2026-11-26T22:00:00', '2026-11-27T10:00:00.000Z'],
  ['after midnight', hours('22:00', '07:00'), '2026-11-27T06:59:59', '2026-11-27T10:00:00.000Z'],
  ['at the end', hours('22:00', '07:00'), '2026-11-27T07:00:00', null],
  ['at noon', hours('12:00', '14:00'), '2026-11-27T13:00:00', '2026-11-27T17:00:00.000Z'],
  [
    'on Friday night only, on Saturday morning',
    hours('22:00', '07:00', [5]),
    '2026-11-28T01:00:00',
    '2026-11-28T10:00:00.000Z',
  ],
  ['on Friday night only, on Friday morning', hours('22:00', '07:00', [5]), '2026-11-27T01:00:00', null],
  ['a whole day', hours('00:00', '00:00', [0]), '2026-11-29T12:00:00', '2026-11-30T03:00:00.000Z'],
] as const)('quiet hours: %s', (_name, quiet, local, until) => {
  expect(ends(quiet, local)).toBe(until);
});
