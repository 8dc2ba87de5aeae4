import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Heartbeat } from '#ui/heartbeat.tsx';

/** Number of strokes; each beat is one. */
const strokes = (path: Element): number => path.getAttribute('d')?.match(/v/g)?.length ?? 0;

test.each([
  ['many', 40],
  ['few', 2],
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
  const [, first = 0] = /M([\d.]+)/.exec(strip.children[1]?.getAttribute('d') ?? '') ?? [];
  expect(Number(first) / width).toBeCloseTo((count + 0.5) / (count + 4), 1);
});

test.each([
  ['sm', 1],
  ['sm', 20],
  ['sm', 60],
  ['md', 4],
  ['md', 40],
  ['strip', 10],
  ['strip', 96],
] as const)('no pill of a %s strip of %i grows wider than high, however wide the page', (size, count) => {
  render(<Heartbeat label="Sessenta no ar" size={size} runs={[{ state: 'up', count }]} />);
  const strip = screen.getByRole('img', { name: 'Sessenta no ar' });
  const [, , drawn = 0, height = 0] = strip.getAttribute('viewBox')?.split(' ').map(Number) ?? [];
  const most = Number(strip.getAttribute('width'));
  expect(drawn).toBeLessThanOrEqual(most + 1);
  const pill = (Number(strip.getAttribute('stroke-width')) * most) / drawn;
  expect(pill).toBeGreaterThan(0);
  expect(pill / height).toBeLessThan(0.8);
});
