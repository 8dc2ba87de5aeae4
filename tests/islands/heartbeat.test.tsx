import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Heartbeat } from '#ui/heartbeat.tsx';

/** Each beat is one stroke. */
const strokes = (path: Element): number => path.getAttribute('d')?.match(/[hv]/g)?.length ?? 0;

test.each([
  ['many, upright', 40],
  ['few, lying', 2],
])('a strip is one picture, a run of it one path: %s', (_what, count) => {
  render(
    <Heartbeat
      label="Vinte no ar"
      runs={[
        { state: 'up', count },
        { state: 'down', count: 1 },
        { state: 'idle', count: 0 },
        { state: 'blank', count: 3 },
      ]}
    />,
  );
  const strip = screen.getByRole('img', { name: 'Vinte no ar' });
  const paths = [...strip.children].map((path) => [path.getAttribute('data-beat'), strokes(path)]);
  expect(paths).toEqual([
    ['up', count],
    ['down', 1],
  ]);
  const [, , width = 0] = strip.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
  // The places that stay free are part of the measure.
  expect(width).toBeGreaterThan(500);
});
