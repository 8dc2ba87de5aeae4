import { expect, test } from 'vitest';
import {
  BAR_SPACE,
  bar,
  barsPath,
  checksUntil,
  reading,
  simulatedCheck,
  WINDOW,
} from '../../src/landing/live-simulation.ts';

test('the example starts calm, and an outage follows within half a minute', () => {
  expect(checksUntil(WINDOW - 1).every(({ responseMs }) => responseMs !== null)).toBe(true);
  const fallen = Array.from({ length: 18 }, (_, beat) => simulatedCheck(WINDOW + beat)).filter(
    ({ responseMs }) => responseMs === null,
  );
  expect(fallen).toHaveLength(3);
});

test('a window has a fixed number of checks, the newest last', () => {
  const checks = checksUntil(500);
  expect(checks).toHaveLength(WINDOW);
  expect(checks.at(-1)).toEqual(simulatedCheck(500));
});

test('every bar starts at the bottom and fits', () => {
  for (let index = 0; index < 300; index += 1) {
    const { y, height } = bar(simulatedCheck(index));
    expect(y + height).toBe(BAR_SPACE);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(height).toBeGreaterThan(0);
  }
});

test('no answer is red, full height, and mentions the alert', () => {
  expect(bar({ responseMs: null })).toEqual({ y: 0, height: BAR_SPACE, state: 'down' });
  expect(reading({ responseMs: null })).toEqual({
    value: 'sem resposta',
    state: 'fora do ar, aviso enviado',
  });
  expect(reading({ responseMs: 131 })).toEqual({ value: '131 ms', state: 'no ar' });
});

test('every check of a window is one stroke in its state’s path', () => {
  const strokes = (last: number, state: 'up' | 'down') =>
    barsPath(checksUntil(last), state).match(/M/g)?.length ?? 0;
  expect([strokes(WINDOW - 1, 'up'), strokes(WINDOW - 1, 'down')]).toEqual([WINDOW, 0]);
  expect([strokes(60, 'up'), strokes(60, 'down')]).toEqual([WINDOW - 3, 3]);
});
