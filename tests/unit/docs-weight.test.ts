import { expect, test } from 'vitest';
import { withoutRarePanels } from '../../src/build/docs-panels.ts';
import { putToSleep } from '../../src/build/sleeping-islands.ts';

const panel = (label: string): string =>
  `<section class="tab" data-tab="${label}"><p class="tab-name">${label}</p><pre>${label} $&</pre></section>`;
const article = (labels: readonly string[]): string =>
  `<link rel="alternate" type="text/markdown" href="/docs/a.md"><div class="tabs" data-tabs="linguagem">${labels.map(panel).join('')}</div>`;

test('a short list of tabs stays whole', () => {
  const html = article(['A', 'B', 'C', 'D', 'E', 'F']);
  expect(withoutRarePanels(html)).toEqual({ html, files: new Map() });
});

test('the rare panels of a long list stand in a file, and in their place a link to the text version', () => {
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

const runtime =
  '<script>(()=>{(self.Astro||(self.Astro={})).interaction=a})();</script><script>customElements.define("astro-island",f)</script>';
const scripts =
  '<script type="module">document.querySelector(`[data-header-sentinel]`)</script><script type="module" src="/_astro/page-behaviour.astro_astro_type_script_index_1_lang.a.js"></script>';

test('islands, header and actions wait for the reader; what is needed at once stays', () => {
  const early = '<script type="module">openLinkedStep()</script>';
  const { html, files } = putToSleep(`<body>${runtime}${scripts}${early}</body>`, '/_astro/whole.css');
  expect(html).toMatch(
    /^<body data-wake-scripts="\/_astro\/page-behaviour\.\S+ \/_astro\/islands\.\w{8}\.js \/_astro\/header\.\w{8}\.js" data-wake-style="\/_astro\/whole\.css">/,
  );
  expect(html.replace(/^<body[^>]*>/, '')).toBe(`${early}</body>`);
  expect([...files.values()].join('')).toContain('customElements.define');
});

test('a page made otherwise than expected fails the build', () => {
  expect(() => putToSleep(`<body>${scripts}</body>`, '')).toThrow('lacks the scripts');
  expect(() => putToSleep(`${runtime}${scripts}<astro-island client="load">`, '')).toThrow('"load"');
});
