import { satteri } from '@astrojs/markdown-satteri';
import { expect, test } from 'vitest';
import { taughtSteps, taughtStepsIn } from '#build/docs-taught-steps.ts';

const processor = satteri({ mdastPlugins: [taughtSteps] });

async function stepsOf(source: string) {
  const frontMatter = {};
  const renderer = await processor.createMdxRenderer?.({ syntaxHighlight: false }, { optimize: false });
  await renderer?.process(source, '/site/content/docs/artigo.mdx', frontMatter);
  return taughtStepsIn(frontMatter);
}

test.each([
  ['a title and its own anchor', '<Step title="Abra" id="primeiro">', { title: 'Abra', anchor: 'primeiro' }],
  ['an anchor made of the title', '<Step title="Salve já">', { title: 'Salve já', anchor: 'salve-ja' }],
  [
    'marks in a title',
    '<Step\n  minutes={2}\n  title="A > B &amp; C">',
    { title: 'A > B & C', anchor: 'a-b-c' },
  ],
])('a step has %s', async (_what, tag, step) => {
  expect(await stepsOf(`<Steps>\n\n${tag}\n\nTexto.\n\n</Step>\n\n</Steps>\n`)).toEqual([step]);
});

test('only the first list becomes structured steps, wherever it is nested', async () => {
  const list = (title: string) => `<Steps>\n\n<Step title="${title}">\n\nTexto.\n\n</Step>\n\n</Steps>\n`;
  const source = `\`<Steps>\` em código.\n\n<Callout>\n\n${list('Um')}\n</Callout>\n\n${list('Dois')}`;
  expect((await stepsOf(source)).map(({ title }) => title)).toEqual(['Um']);
});

test('an article without steps has no structured steps', async () => {
  expect(await stepsOf('Texto.\n')).toEqual([]);
});
