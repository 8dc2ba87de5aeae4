/** Every built page is valid HTML, without duplicates. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { describe, expect, test } from 'vitest';
import { builtSiteDir } from '#tests/support/built-site.ts';

const validator = new HtmlValidate(
  new StaticConfigLoader({
    root: true,
    elements: ['html5'],
    extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
    rules: {
      // Everything comes from our own origin; payment pages have hashes in an import map.
      'require-sri': 'off',
      // The search is a text field with a list (ARIA combobox); a <select> cannot be typed into.
      'prefer-native-element': ['error', { exclude: ['listbox'] }],
      // Browsers drop table semantics when rows are laid out as blocks or grids, so the roles are repeated.
      'no-redundant-role': 'off',
      // A list may have its own accessible name.
      'aria-label-misuse': ['error', { allowAnyNamable: true }],
      // Groups have an aria-label with their current content; axe checks that each has a name.
      'wcag/h71': 'off',
    },
  }),
);

/** Astro writes its island styles before the first island, and the articles' styles with them. */
const ISLAND_STYLE = /^<style>/;

const pages = globSync('**/*.html', { cwd: builtSiteDir })
  // The search engine's own pages.
  .filter((path) => !path.startsWith('docs/pagefind/'))
  .sort()
  .map((path) => [path, readFileSync(join(builtSiteDir, path), 'utf8')] as const);

test('there are pages to validate', () => {
  expect(pages.map(([path]) => path)).toEqual(
    expect.arrayContaining(['404.html', 'docs/404.html', 'index.html', 'silent-check-sso.html']),
  );
});

describe.each(pages)('%s', (path, html) => {
  test('is valid HTML', async () => {
    const { results } = await validator.validateString(html, path);
    const mistakes = results.flatMap(({ messages }) =>
      messages
        .filter(({ offset }) => !ISLAND_STYLE.test(html.slice(offset - 1)))
        .map(
          ({ ruleId, message, selector, line }) => `${ruleId}: ${message} (${selector ?? `line ${line}`})`,
        ),
    );
    expect(mistakes).toEqual([]);
  });
});

test('no two pages share a title', () => {
  const titles = pages
    .filter(([path]) => path !== 'silent-check-sso.html')
    .map(([path, html]) => [/<title>([^<]*)/.exec(html)?.[1], path]);
  const first = new Map(titles.toReversed().map(([title, path]) => [title, path]));
  expect(titles.filter(([title, path]) => first.get(title) !== path)).toEqual([]);
});
