import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '#dev/project-root.ts';
import { oklchToHex, readTokenColors } from '../../src/build/token-colors.ts';
import { categoryIds } from '../../src/schemas/docs.ts';
import { contrast } from '../support/contrast.ts';

const tokensCss = ['tokens', 'topics']
  .map((name) => readFileSync(new URL(`../../src/styles/${name}.css`, import.meta.url), 'utf8'))
  .join('\n');

/** Text and its backgrounds: 4.5:1. */
const texts: [text: string, ...grounds: string[]][] = [
  ['ink', 'paper', 'surface', 'sunken', 'signal-soft', 'maintenance-soft', 'down-soft'],
  ['ink-soft', 'paper', 'surface', 'sunken'],
  ['signal', 'paper', 'surface', 'sunken'],
  ['on-signal-soft', 'signal-soft'],
  ['on-pill', 'pill', 'pill-hover'],
  ['on-primary', 'primary', 'primary-hover'],
  ['down-text', 'paper', 'surface', 'down-soft'],
  ['maintenance-text', 'paper', 'surface', 'maintenance-soft'],
  ['on-inverse', 'inverse'],
  ['on-inverse-soft', 'inverse'],
  ['signal-on-inverse', 'inverse'],
  ['on-code', 'code'],
  ['code-name', 'code'],
  ['code-text', 'code'],
  ['code-number', 'code'],
  ['code-soft', 'code'],
];

/**
 * Parts that carry meaning without text: 3:1. Heartbeat pills are left out on purpose: every strip also has text, so no
 * one needs their colour.
 */
const parts: [part: string, ...grounds: string[]][] = [
  ['control', 'paper', 'surface'],
  ['focus', 'paper', 'surface', 'sunken'],
  ['down', 'paper', 'surface'],
  ['maintenance', 'paper', 'surface'],
  ['signal-on-inverse', 'inverse'],
  ...categoryIds.map((id): [string, string, string] => [`topic-${id}`, 'paper', 'surface']),
];

const pairs = (rows: typeof texts) =>
  rows.flatMap(([front, ...grounds]) => grounds.map((ground) => [front, ground]));

test('every opaque colour is parsed correctly', () => {
  const written = tokensCss.match(/--color-[\w-]+: (?:light-dark|oklch)\([^;/]*;/g) ?? [];
  expect(readTokenColors(tokensCss, 'light').size).toBe(written.length);
  expect([oklchToHex(1, 0, 0), oklchToHex(0, 0, 0)]).toEqual(['#ffffff', '#000000']);
  expect(oklchToHex(0.627955, 0.257683, 29.2339)).toBe('#ff0000');
});

describe.each(['light', 'dark'] as const)('%s theme', (theme) => {
  const colours = readTokenColors(tokensCss, theme);
  const ratio = (front = '', ground = '') => {
    const [one, other] = [colours.get(front), colours.get(ground)];
    if (one === undefined || other === undefined)
      throw new Error(`No colour token for ${front} on ${ground}.`);
    return contrast(one, other);
  };

  test.each(pairs(texts))('text %s on %s is readable', (front, ground) => {
    expect(ratio(front, ground)).toBeGreaterThanOrEqual(4.5);
  });

  test.each(pairs(parts))('part %s on %s is distinguishable', (front, ground) => {
    expect(ratio(front, ground)).toBeGreaterThanOrEqual(3);
  });
});

test('no class names a colour of a palette that the theme does not have', () => {
  const classes = /\b(?:bg|text|fill|stroke|border|outline|ring)-(?:white|black)\b/g;
  const found = globSync('src/**/*.{ts,tsx,astro}', { cwd: projectRoot }).flatMap(
    (file) => readFileSync(join(projectRoot, file), 'utf8').match(classes) ?? [],
  );
  expect(found).toEqual([]);
});
