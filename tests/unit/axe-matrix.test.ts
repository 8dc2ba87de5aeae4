import { expect, test } from 'vitest';
import { themes, widths, windows, windowsOf } from '#tests/e2e/axe-matrix.ts';

const views = [{ name: 'a' }, { name: 'b' }, { name: 'c' }, { name: 'menu', onlyAt: 390 as const }];
const seen = (scope: 'sample' | 'full') =>
  views.flatMap((view, place) =>
    windowsOf(view, place, scope).map((window) => ({ name: view.name, ...window })),
  );

test('the full matrix has every view and window, phone views on phones only', () => {
  expect(seen('full')).toHaveLength(3 * 4 + 2);
  expect(seen('full').filter(({ name, width }) => name === 'menu' && width !== 390)).toEqual([]);
});

test('the sample covers every pair of values in half the windows', () => {
  const sample = seen('sample');
  expect(sample).toHaveLength(3 * 2 + 2);
  for (const { name, onlyAt } of views) {
    for (const theme of themes) expect(sample).toContainEqual(expect.objectContaining({ name, theme }));
    for (const width of onlyAt ? [onlyAt] : widths)
      expect(sample).toContainEqual(expect.objectContaining({ name, width }));
  }
  for (const window of windows) expect(sample).toContainEqual(expect.objectContaining(window));
});
