/** The pictures of our own pages in articles come from `npm run write:pictures`, all of them and nothing else. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pictures } from '#dev/images/pictures/list.ts';
import { variants } from '#dev/images/pictures/variants.ts';
import { projectRoot } from '#dev/project-root.ts';

const OWN = /^own-.*\.png$/;

test('every picture of an own page is one that the script takes', () => {
  const taken = pictures.flatMap(({ name }) => variants.map(({ suffix }) => `${name}${suffix}.png`));
  const there = readdirSync(join(projectRoot, 'content/docs/_images')).filter((file) => OWN.test(file));
  expect(there.toSorted()).toEqual(taken.toSorted());
});

test.each(pictures.map(({ name, path }) => [name, path]))('%s shows a page that exists', (name, path) => {
  expect(`${name}.png`).toMatch(OWN);
  expect(existsSync(join(projectRoot, `src/pages${path}.astro`))).toBe(true);
});
