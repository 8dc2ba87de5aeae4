/** The component gallery for developers: complete, and never published. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { builtSiteDir } from '#tests/support/built-site.ts';

const primitives = globSync('src/ui/*.tsx')
  .map((path) => basename(path, '.tsx'))
  .filter((name) => !name.endsWith('.examples'))
  .sort();

test('every component has an examples file with its states', () => {
  expect(primitives.length).toBeGreaterThan(10);
  expect(primitives.filter((name) => !existsSync(`src/ui/${name}.examples.tsx`))).toEqual([]);
});

test('a published site has no gallery, and none of its code or styles', () => {
  const files = globSync('**/*.{html,js,css}', { cwd: builtSiteDir });
  expect(files).toContain('index.html');
  expect(files.filter((path) => path.includes('galeria'))).toEqual([]);
  const traces = files.filter((path) =>
    /data-example|swatch-/.test(readFileSync(join(builtSiteDir, path), 'utf8')),
  );
  expect(traces).toEqual([]);
});

test('a strip of beats always has a text', () => {
  const strips = globSync('**/*.html', { cwd: builtSiteDir }).flatMap((path) => {
    const html = readFileSync(join(builtSiteDir, path), 'utf8');
    return [...html.matchAll(/<svg ([^>]*)><path [^>]*data-beat=/g)].map(([, attributes = '']) => attributes);
  });
  expect(strips.length).toBeGreaterThan(0);
  expect(
    strips.filter(
      (attributes) => !/role="img"/.test(attributes) || !/aria-label="[^"]{4,}"/.test(attributes),
    ),
  ).toEqual([]);
});
