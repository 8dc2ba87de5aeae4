/** What is told of falls, returns and monitors that leave: what a reader knows against what is true. */
import { expect, test } from 'vitest';
import { GATHER_MS, GROUP_MS, HOUR_MS, WAIT_MAX_MS } from '#domain/alerts/next-message.ts';
import { createScenario, MINUTE_MS, night, START, wants } from './scenario.ts';

test('a fall is gathered for three seconds, then told with its reason', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  expect(reader.step(0)).toMatchObject({ message: null, wakeAt: START + GATHER_MS });
  expect(reader.told(0.1)).toMatchObject({
    subject: 'Fora do ar: Loja',
    lines: ['Loja está fora do ar desde 3h13. Motivo: não respondeu à conexão.'],
  });
  expect(reader.told(1)).toBeNull();
});

test('what happens within twenty seconds of a message waits for the next one, thirteen seconds at most', () => {
  const world = createScenario();
  const reader = world.reader();
  for (const id of [1, 2, 3]) world.down(id, 0);
  const wakeAt = (toldAt: number) => reader.step(0.05, { mark: { ...reader.mark(), toldAt } }).wakeAt;
  expect(wakeAt(START - 10_000)).toBe(START + GROUP_MS - 10_000);
  expect(wakeAt(START)).toBe(START + WAIT_MAX_MS);
  expect(reader.told(0.4)?.subject).toBe('3 monitores fora do ar: Loja, API, Blog');
});

test('a return says how long it was down, and once', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  reader.told(1);
  world.up(1, 7);
  expect(reader.lines(8)).toEqual(['Loja voltou às 3h20, depois de 7 min fora do ar.']);
  expect(reader.step(9)).toMatchObject({ message: null, wakeAt: null });
});

test.each([
  [2, 'Loja ficou fora do ar de 3h13 a 3h14 (1 min) e já voltou. Motivo: não respondeu à conexão.'],
  [6, 'Loja caiu 3 vezes entre 3h13 e 3h18. Motivo: não respondeu à conexão.'],
])('%i changes that waited are one line', (changes, line) => {
  const world = createScenario();
  const reader = world.reader();
  world.flap(changes);
  expect(reader.lines(9)).toEqual([line]);
  expect(reader.told(10)).toBeNull();
});

test('a return and a new fall are told in their order', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  reader.told(1);
  world.up(1, 2);
  world.down(1, 3);
  world.up(1, 4);
  world.down(1, 5);
  expect(reader.whats(6)).toEqual(['returned', 'brief', 'fell']);
});

test('who is switched on while something is down is told of it, with its time, and without a word of delay', () => {
  const world = createScenario();
  world.down(1, 0);
  world.flap(2, 2);
  world.check(600);
  const reader = world.reader();
  reader.beginNow();
  expect(reader.lines(600)).toEqual(['Loja está fora do ar desde 3h13. Motivo: não respondeu à conexão.']);
});

test.each([
  ['paused', 'pausado no painel'],
  ['limit', 'limite do plano'],
  ['detached', 'sem o canal dos avisos'],
  ['channel', 'o canal dos avisos foi removido'],
  ['deleted', 'removido do painel'],
] as const)(
  'a monitor that leaves while it is down (%s) says so, and is not reminded of',
  (reason, words) => {
    const world = createScenario();
    const reader = world.reader(wants({ reminderHours: 1 }));
    world.down(1, 0);
    reader.told(1);
    world.leave(1, 10, reason);
    expect(reader.lines(11)).toEqual([
      `Loja: paramos de vigiar às 3h23 (${words}); estava fora do ar desde 3h13.`,
    ]);
    expect(reader.step(200)).toMatchObject({ message: null, wakeAt: null });
  },
);

test('one that is resumed while it is still down is told again, and its return once', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  reader.told(1);
  world.leave(1, 10, 'paused');
  reader.told(11);
  world.down(1, 20);
  expect(reader.lines(21)).toEqual(['Loja está fora do ar desde 3h33. Motivo: não respondeu à conexão.']);
  world.up(1, 25);
  expect(reader.lines(26)).toEqual(['Loja voltou às 3h38, depois de 5 min fora do ar.']);
  expect(reader.told(27)).toBeNull();
});

test('one that is up after a pause is said to be back, without a duration', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  reader.told(1);
  world.leave(1, 10, 'paused');
  reader.told(11);
  world.up(1, 20);
  expect(reader.lines(21)).toEqual(['Loja voltou às 3h33, depois de uma pausa.']);
});

test.each([
  ['maintenance', ', durante ou depois de uma manutenção'],
  ['unseen', '; por um tempo, ninguém olhou'],
] as const)('a return after %s names it in place of a duration', (gap, words) => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  reader.told(1);
  world.up(1, 20, { gap });
  expect(reader.lines(21)).toEqual([`Loja voltou às 3h33${words}.`]);
});

test.each(['maintenance', 'unchecked', 'pending'] as const)(
  'nothing is said in the present under a doubt (%s); what ended in it is told as past',
  (doubt) => {
    const world = createScenario();
    const reader = world.reader();
    world.down(1, 0);
    world.doubt(1, 0, doubt);
    expect(reader.step(1)).toMatchObject({ message: null, wakeAt: START + 2 * MINUTE_MS });
    reader.told(1);
    world.up(1, 5);
    expect(reader.whats(6)).toEqual(['brief']);
  },
);

test('a fall whose last check is old waits for a newer one', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  expect(reader.told(4)).toBeNull();
  world.check(5);
  expect(reader.whats(5.5)).toEqual(['fell']);
});

test('a fall under a doubt does not hold up those of others, and is not lost behind them', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  world.doubt(1, 0, 'maintenance');
  world.down(2, 1);
  world.up(2, 2);
  world.down(3, 2);
  expect(reader.whats(3)).toEqual(['brief', 'fell']);
  expect(reader.told(4)).toBeNull();
  world.up(1, 5);
  expect(reader.lines(6)).toEqual([
    'Loja ficou fora do ar de 3h13 a 3h18 (5 min) e já voltou. Motivo: não respondeu à conexão.',
  ]);
  expect(reader.told(7)).toBeNull();
});

test('a monitor that waits for signs says since when there is none, and when nobody could have received one', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0, {
    signAt: START - 24 * HOUR_MS,
    unseen: { from: START - 30 * MINUTE_MS, until: START - 4 * MINUTE_MS },
  });
  expect(reader.lines(1)).toEqual([
    'Loja não deu sinal desde 3h13 de 25/11. Este aviso chegou com atraso: ficamos sem olhar de 2h43 a 3h09.',
  ]);
});

test('a monitor that waits for signs also says the few minutes in which nobody could have received one', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0, {
    signAt: START - HOUR_MS,
    unseen: { from: START - 6 * MINUTE_MS, until: START - 4 * MINUTE_MS },
  });
  expect(reader.lines(1)).toEqual(['Loja não deu sinal desde 2h13. Ficamos sem olhar de 3h07 a 3h09.']);
});

test.each([
  ['failed', 'Também não respondeu de outra rede.'],
  ['200', 'De outra rede, respondeu (HTTP 200).'],
])('a second look (%s) is one sentence', (look, words) => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0, { look });
  expect(reader.lines(1)[0]).toBe(
    `Loja está fora do ar desde 3h13. Motivo: não respondeu à conexão. ${words}`,
  );
});

test('while it may be our own network, a fall waits five minutes at most, and says so', () => {
  const world = createScenario();
  const reader = world.reader();
  world.down(1, 0);
  const ours = { ourNetwork: { since: START, noticedAt: START } };
  expect(reader.step(1, ours)).toMatchObject({ message: null, wakeAt: START + 5 * MINUTE_MS });
  world.check(5);
  expect(reader.lines(5, ours)).toEqual([
    expect.stringContaining('está fora do ar'),
    expect.stringContaining('pode ser a nossa rede'),
  ]);
  const other = world.reader();
  for (const [at, fall] of world.falls.entries()) world.falls[at] = { ...fall, look: 'failed' };
  expect(other.lines(5.1, ours).join()).not.toContain('nossa rede');
});

test.each([
  ['maintenance', ', durante ou depois de uma manutenção'],
  ['unseen', '; por um tempo, ninguém olhou'],
] as const)('a fall that is told once it is over has no duration across a gap (%s)', (gap, words) => {
  const world = createScenario();
  world.down(1, 0);
  world.up(1, 30, { gap });
  expect(world.reader().lines(31)).toEqual([
    `Loja ficou fora do ar de 3h13 a 3h43 e já voltou${words}. Motivo: não respondeu à conexão.`,
  ]);
});

test('a reminder comes after the chosen hours, by a current check only', () => {
  const world = createScenario();
  const reader = world.reader(wants({ reminderHours: 1 }));
  world.down(1, 0);
  reader.told(1);
  const due = START + MINUTE_MS + HOUR_MS;
  expect(reader.step(2).wakeAt).toBe(due);
  expect(reader.step(61)).toMatchObject({ message: null, wakeAt: due + MINUTE_MS });
  world.check(60);
  expect(reader.told(61)).toMatchObject({
    subject: 'Continua fora do ar: Loja',
    lines: ['Loja continua fora do ar desde 3h13, há 1 h 1 min.'],
  });
  expect(reader.step(62).wakeAt).toBe(due + HOUR_MS);
});

test.each(['maintenance', 'unchecked'] as const)('nothing is reminded of under a doubt (%s)', (doubt) => {
  const world = createScenario();
  const reader = world.reader(wants({ reminderHours: 1 }));
  world.down(1, 0);
  reader.told(1);
  world.doubt(1, 10, doubt);
  expect(reader.step(61)).toMatchObject({ message: null, wakeAt: null });
});

test('nothing is said of an environment that stands still, and all of it once it runs', () => {
  const world = createScenario();
  const reader = world.reader(wants({ reminderHours: 1 }));
  world.down(1, 0);
  reader.told(1);
  world.down(2, 30);
  expect(reader.step(61, { isRunning: false })).toMatchObject({
    message: null,
    mark: reader.mark(),
    wakeAt: START + 121 * MINUTE_MS,
  });
  world.check(121);
  expect(reader.whats(121)).toEqual(['fell', 'still-down']);
  expect(createScenario().reader().step(61, { isRunning: false }).wakeAt).toBeNull();
});

test('kinds that are not wanted are not told, and a wanted return still knows its fall', () => {
  const world = createScenario();
  const reader = world.reader(wants({ kinds: ['return'] }));
  world.down(1, 0);
  expect(reader.told(1)).toBeNull();
  world.up(1, 5);
  expect(reader.whats(6)).toEqual(['returned']);
});

test('a new fall that is not wanted opens no quiet hours for a return', () => {
  const world = createScenario();
  const reader = world.reader({ ...night('falls-only'), kinds: ['return'] });
  world.flap(2);
  world.down(1, 3);
  expect(reader.told(4)).toBeNull();
});
