/** Payment pages run only scripts that docs/payment-page.md justifies (PCI DSS 6.4.3). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JSDOM } from 'jsdom';
import { beforeAll, describe, expect, test } from 'vitest';
import { type PageScripts, pageScripts } from '#lib/page-scripts.ts';
import { paymentPages } from '#lib/payment-pages.ts';
import { builtSiteDir } from '#tests/support/built-site.ts';
import { inventoryFile, type PageInventory, partName } from '../../src/build/script-inventory.ts';

const root = join(import.meta.dirname, '../..');
const built = (address: string): string => readFileSync(join(builtSiteDir, address), 'utf8');

/** First cells of the table under a heading, without their backticks. */
function rowsUnder(heading: string): string[] {
  const text = readFileSync(join(root, 'docs/payment-page.md'), 'utf8');
  const [, section = ''] = text.split(`### ${heading}\n`);
  const [table = ''] = section.split(/\n#/);
  return [...table.matchAll(/^\| `([^`]+)` \| \S/gm)].map(([, cell = '']) => cell.replaceAll('\\|', '|'));
}

const inventory: PageInventory[] = JSON.parse(readFileSync(inventoryFile(builtSiteDir), 'utf8'));

test('every part of a script has a reason, and vice versa', () => {
  const parts = new Set(inventory.flatMap(({ files }) => files.flatMap((file) => file.parts)));
  expect(rowsUnder('Partes dos arquivos').sort()).toEqual([...parts].sort());
});

test('every inline script has one reason, and vice versa', () => {
  const reasons = rowsUnder('Scripts escritos na página');
  const inline = inventory.flatMap((page) => page.inline);
  expect(inline.length).toBeGreaterThan(0);
  const known = (text: string) => reasons.filter((marker) => text.includes(marker)).length;
  expect(inline.filter((text) => known(text) !== 1)).toEqual([]);
  expect(reasons.filter((marker) => !inline.some((text) => text.includes(marker)))).toEqual([]);
});

test('the inventory lists every page', () => {
  expect(inventory.map(({ page }) => page)).toEqual([...paymentPages]);
});

describe.each(paymentPages)('%s', (page) => {
  const html = built(`${page}.html`);
  const { document } = new JSDOM(html).window;
  const policy =
    document.querySelector('meta[http-equiv="content-security-policy" i]')?.getAttribute('content') ?? '';
  const directives = policy.split(';').map((directive) => directive.trim());
  let scripts: PageScripts;

  beforeAll(async () => {
    scripts = await pageScripts(html, async (address) => built(address));
  });

  test('is isolated: no worker, no string as markup, no other site', () => {
    expect(directives).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "worker-src 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
      ]),
    );
    const scriptSources = directives.find((directive) => directive.startsWith('script-src')) ?? '';
    expect(
      scriptSources
        .split(' ')
        .slice(1)
        .filter((source) => !/^'(?:self|sha256-.+)'$/.test(source)),
    ).toEqual([]);
    expect(scripts.foreign).toEqual([]);
    expect(document.querySelectorAll('[onclick], [onload], [onerror], iframe, object, embed')).toHaveLength(
      0,
    );
  });

  test('has neither chat nor service worker, and no code of them', () => {
    expect(html).not.toMatch(/component-url="[^"]*chat|ajuda\.json/);
    for (const address of scripts.files)
      expect(built(address), address).not.toMatch(/serviceWorker|docs-worker|sendBeacon/);
  });

  test('has a hash for every file it can load', () => {
    const map = document.querySelector('script[type="importmap"]');
    const { integrity } = JSON.parse(map?.textContent ?? '{}') as { integrity: Record<string, string> };
    const actual = scripts.files.map((address) => {
      const digest = createHash('sha384')
        .update(readFileSync(join(builtSiteDir, address)))
        .digest('base64');
      return [address, `sha384-${digest}`];
    });
    expect(actual.length).toBeGreaterThan(10);
    expect(integrity).toEqual(Object.fromEntries(actual));
    expect(
      inventory.find((each) => each.page === page)?.files.map((file) => [file.address, file.integrity]),
    ).toEqual(actual);
    // An import map after the first module would be ignored.
    const first = document.querySelector(
      'script[src], script[type="module"], link[rel="modulepreload"], astro-island',
    );
    const follows = map && first && map.compareDocumentPosition(first) & 4;
    expect(follows).toBe(4);
  });
});

test.each([
  ['/project/node_modules/@astrojs/react/dist/client.js', '@astrojs/react'],
  ['/project/node_modules/a/node_modules/b/index.js?v=1', 'b'],
  ['/project/src/checkout/card-change/card-form.tsx', 'src/checkout/card-change'],
  ['/project/src/checkout/page.tsx', 'src/checkout'],
  ['/project/src/lib/press.ts', 'src/lib'],
  ['/project/content/plans.json', 'content'],
  ['\0rolldown/runtime.js', 'rolldown'],
])('%s belongs to %s', (id, part) => {
  expect(partName(id, '/project/')).toBe(part);
});
