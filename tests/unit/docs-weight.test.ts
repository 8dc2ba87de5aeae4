import { expect, test } from 'vitest';
import { readDocsPage } from '../../src/build/docs-page.ts';
import { rarePanels } from '../../src/build/docs-panels.ts';
import { Survey, sheetChanges } from '../../src/build/docs-sheets.ts';
import { pageTree } from '../../src/build/finished-pages.ts';
import { layerOrder } from '../../src/build/layers.ts';
import { putToSleep } from '../../src/build/sleeping-islands.ts';
import { withChanges } from '../../src/lib/html-tree.ts';

function withoutRarePanels(html: string) {
  const { changes, files } = rarePanels(pageTree(html));
  return { html: withChanges(html, changes), files };
}

const panel = (label: string): string =>
  `<section class="tab" data-tab="${label}"><p class="tab-name">${label}</p><pre>${label} $&</pre></section>`;
const article = (labels: readonly string[]): string =>
  `<link rel="alternate" type="text/markdown" href="/docs/a.md"><div class="tabs" data-tabs="linguagem">${labels.map(panel).join('')}</div>`;

test('a short list of tabs stays whole', () => {
  const html = article(['A', 'B', 'C', 'D', 'E', 'F']);
  expect(withoutRarePanels(html)).toEqual({ html, files: new Map() });
});

test('rare panels of a long list move to a file, with a link', () => {
  const labels = ['A', 'B', 'C', 'D', 'E', 'F', 'C#'];
  const { html, files } = withoutRarePanels(article(labels));
  const [[address, text] = ['', '']] = files;
  expect(Object.keys(JSON.parse(text))).toEqual(['D', 'E', 'F', 'C#']);
  expect(JSON.parse(text)['C#']).toBe('<p class="tab-name">C#</p><pre>C# $&</pre>');
  expect(html).toContain(`data-later="${address}"`);
  expect(html).toContain(panel('C'));
  expect(html).not.toContain(panel('D'));
  expect(html.match(/data-waiting><p class="tab-name">[^<]+<\/p><p><a href="\/docs\/a\.md">/g)).toHaveLength(
    4,
  );
});

const island = (client = 'interaction'): string =>
  `<astro-island uid="Z1" client="${client}" props="{&quot;a&quot;:[0,1]}"></astro-island>`;
const runtime = '<script>self.Astro={}</script><script>customElements.define("astro-island",f)</script>';
const early = '<script type="module">openLinkedStep()</script>';
const late = '<template data-late><script type="module" src="/_astro/late.js"></script></template>';

function asleep(body: string): { readonly html: string; readonly text: string } {
  const html = `<head><script>theme()</script></head><body class="x">${body}</body>`;
  const { changes, text } = putToSleep(readDocsPage(pageTree(html)));
  return { html: withChanges(html, changes('/_astro/whole.css')), text };
}

test('the island runtime loads on interaction; what is needed at once stays', () => {
  const { html, text } = asleep(`${runtime}${island()}${early}${late}`);
  expect(html).toMatch(
    /<body class="x" data-wake-script="\/_astro\/islands\.\w{8}\.js" data-wake-style="\/_astro\/whole\.css">/,
  );
  expect(html).toContain(
    '<astro-island client="interaction" props="{&quot;a&quot;:[0,1]}"></astro-island><script type="module">openLinkedStep()</script><template data-late>',
  );
  expect(html).toContain('<script>theme()</script></head>');
  expect(text).toBe('self.Astro={}\ncustomElements.define("astro-island",f)');
});

test.each([
  ['without islands', `${early}${late}`, 'lacks the island runtime'],
  ['with an island that loads at once', `${runtime}${island('load')}`, '"load"'],
  [
    'with a deferred script inlined',
    `${runtime}${island()}<template data-late><script type="module">a()</script></template>`,
    'cannot be imported',
  ],
])('a page %s fails the build', (_what, body, sentence) => {
  expect(() => asleep(body)).toThrow(sentence);
});

const sheets = {
  joined: new Set(['/_astro/base.css', '.a{top:0}', '.b{top:0}']),
  shared: '/_astro/docs.css',
  late: '/_astro/docs-whole.css',
  rare: new Map([['/_astro/tool.css', '.tool{top:0}.gone{top:0}']]),
  words: new Set(['made']),
};

async function styled(html: string): Promise<string> {
  const page = new Survey().add(readDocsPage(pageTree(html)), html);
  return withChanges(html, await sheetChanges(page, sheets, async () => html));
}

test('an article has one style sheet with only what it uses', async () => {
  const html =
    `<style>${layerOrder}</style><link rel="stylesheet" href="/_astro/base.css"><link rel="stylesheet" href="/_astro/tool.css">` +
    '<style>.a{top:0}</style><style>.own{top:0}.made{top:0}.gone{top:0}</style><style>.b{top:0}</style><p class="own tool" data-pagefind-body>';
  expect(await styled(html)).toBe(
    `<style>${layerOrder}</style><link rel="stylesheet" href="/_astro/docs.css">` +
      '<style>.tool{top:0}.own{top:0}.made{top:0}</style><p class="own tool" data-pagefind-body>',
  );
});

test('other pages load the whole sheet at once', async () => {
  const html = '<link rel="stylesheet" href="/_astro/base.css"><style>.a{top:0}</style><p>';
  expect(await styled(html)).toBe('<link rel="stylesheet" href="/_astro/docs-whole.css"><p>');
});
