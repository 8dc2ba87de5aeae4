import { expect, test } from 'vitest';
import { themes, widths, windows, windowsOf } from '#tests/e2e/axe-matrix.ts';

const views = [
  { path: '/a' },
  ...['/b', '/b?plan=pro', '/b#faq', '/b'].map((path) => ({ path })),
  { path: '/b', onlyAt: 390 as const },
  ...['/c', '/c'].map((path) => ({ path })),
  { path: '/d' },
];
const seen = (scope: 'sample' | 'full', path: string) =>
  windowsOf(views, scope).flatMap((of, place) => (views[place]?.path.startsWith(path) ? of : []));

test('the full matrix has every view and window, phone views on phones only', () => {
  const full = windowsOf(views, 'full');
  expect(full.map(({ length }) => length)).toEqual([4, 4, 4, 4, 4, 2, 4, 4, 4]);
  expect(full[5]?.filter(({ width }) => width !== 390)).toEqual([]);
});

test('the sample has a window for each state, and two for a page with one', () => {
  expect(windowsOf(views, 'sample').map(({ length }) => length)).toEqual([2, 1, 1, 1, 1, 2, 1, 1, 2]);
});

test('in the sample every page has both themes and widths, and one with four states every pair', () => {
  for (const path of ['/a', '/b', '/c', '/d']) {
    for (const theme of themes)
      expect(seen('sample', path)).toContainEqual(expect.objectContaining({ theme }));
    for (const width of widths)
      expect(seen('sample', path)).toContainEqual(expect.objectContaining({ width }));
  }
  for (const window of windows) expect(seen('sample', '/b')).toContainEqual(window);
});

test('pages that begin differently cover every pair between them', () => {
  for (const window of windows)
    expect([...seen('sample', '/a'), ...seen('sample', '/d')]).toContainEqual(window);
});
