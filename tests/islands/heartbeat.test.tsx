import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Heartbeat } from '#ui/heartbeat.tsx';

/** Number of strokes; each beat is one. */
const strokes = (path: Element): number => path.getAttribute('d')?.match(/[hv]/g)?.length ?? 0;

test.each([
  ['many, upright', 40],
  ['few, lying', 2],
])('a strip is one picture, with one path per run: %s', (_what, count) => {
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
  // Empty places count towards the width.
  expect(width).toBeGreaterThan(500);
});
