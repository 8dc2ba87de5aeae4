/** The companion in the chart is the one of companion/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundleCompanion, companionFile } from '#dev/companion-bundle.ts';
import { projectRoot } from '#dev/project-root.ts';

const inChart = readFileSync(join(projectRoot, companionFile), 'utf8');

test('the chart’s companion is up to date with "npm run build:chart"', async () => {
  // Compared as a whole: a difference of this size would be printed for minutes.
  expect((await bundleCompanion()) === inChart).toBe(true);
});

test('it fits into a ConfigMap and into the annotation in which Argo CD repeats that', () => {
  expect(JSON.stringify(inChart).length).toBeLessThan(200 * 1024);
});

test('it imports nothing but Node', () => {
  const imported = [...inChart.matchAll(/\bfrom"([^"]+)"/g)].map(([, name]) => name);
  expect(imported.length).toBeGreaterThan(5);
  expect(imported.filter((name) => !name?.startsWith('node:'))).toEqual([]);
});
