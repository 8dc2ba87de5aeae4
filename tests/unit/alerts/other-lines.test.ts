/** What is told beside falls and returns. */
import { expect, test } from 'vitest';
import { createScenario, MINUTE_MS, MORNING, night, START } from './scenario.ts';

test('only the first result of the monitor that was asked for first is told', () => {
  const world = createScenario();
  world.event('first', 0, { ping: 230 });
  expect(world.reader().told(1)).toBeNull();
  expect(world.reader().told(1, { firstMonitor: 1 })).toMatchObject({
    subject: 'Primeira checagem: Loja está no ar',
    lines: [
      'Primeira checagem de Loja: no ar, 230 ms. A partir de agora avisamos quando cair e quando voltar.',
    ],
  });
});

test('a maintenance says when it begins, how long it lasts, and what it covers', () => {
  const world = createScenario();
  const window = {
    title: 'Troca de servidor',
    from: START + 60 * MINUTE_MS,
    until: START + 120 * MINUTE_MS,
    count: 4,
    monitors: ['Loja', 'API'],
  };
  world.event('maintenance-soon', 0, { monitor: null, window });
  expect(world.reader().told(0.1)).toMatchObject({
    subject: 'Manutenção em breve: Troca de servidor',
    lines: [
      'A manutenção “Troca de servidor” começa em 1 h, às 4h13 e vai até 5h13. Nela: Loja, API, mais 2.',
    ],
  });
});

test('a maintenance that was to begin soon is told only while that is so, and once in a message', () => {
  const world = createScenario();
  const window = { title: 'Troca', from: START + 60 * MINUTE_MS, until: null, count: 0, monitors: [] };
  const reader = world.reader(night('hold-all'));
  for (const minutes of [0, 45]) world.event('maintenance-soon', minutes, { monitor: null, window });
  expect(world.reader().lines(46)).toEqual(['A manutenção “Troca” começa em 14 min, às 4h13.']);
  expect(reader.told(46)).toBeNull();
  world.event('maintenance', 60, { monitor: null, window });
  expect(reader.lines(MORNING)).toEqual(['A manutenção “Troca” começou às 4h13.']);
});

test('what is told after more than ten minutes says so, and the day if it is another', () => {
  const late = (minutes: number) => {
    const world = createScenario();
    world.down(1, 0);
    world.check(minutes);
    return world.reader().lines(minutes)[0];
  };
  expect(late(9)).not.toContain('atraso');
  expect(late(11)).toContain('Este aviso chegou com atraso.');
  expect(late(24 * 60 + 30)).toContain('desde 3h13 de 26/11');
});

test('what comes on another day names no cause that nobody knows', () => {
  const world = createScenario();
  world.down(1, 0);
  const minutes = 24 * 60;
  world.check(minutes);
  expect(world.reader().lines(minutes)[0]).toMatch(/Este aviso chegou com atraso\.$/);
});

test('what the environment could not report says so', () => {
  const world = createScenario();
  world.down(1, 0, { receivedAt: START + 20 * MINUTE_MS });
  world.check(20);
  expect(world.reader().lines(20.1)[0]).toContain(
    'Este aviso chegou com atraso: o painel não conseguia falar conosco.',
  );
});
