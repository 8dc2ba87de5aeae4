import { satteri } from '@astrojs/markdown-satteri';
import { expect, test } from 'vitest';
import { slots } from '../../src/build/docs-slots.ts';

const processor = satteri({ mdastPlugins: [slots] });

async function compile(source: string): Promise<string> {
  const renderer = await processor.createMdxRenderer?.({ syntaxHighlight: false }, { optimize: false });
  const result = await renderer?.process(source, '/site/content/docs/artigo.mdx', {});
  return (result?.code ?? '').replace(/\s+/g, ' ');
}

const steps = (attributes = ''): string =>
  `<Steps${attributes}>\n\n<Step title="Um">\n\nTexto.\n\n</Step>\n\n<Step title="Dois">\n\nTexto.\n\n</Step>\n\n</Steps>\n`;

test('the first step of a list is open', async () => {
  const code = await compile(steps());
  expect(code).toMatch(/title: "Um", isOpen: true/);
  expect(code).not.toMatch(/title: "Dois", isOpen/);
});

test('a closed list opens none', async () => {
  expect(await compile(steps(' isClosed'))).not.toContain('isOpen');
});

test('tabs get their labels', async () => {
  const code = await compile(
    '<Tabs group="linguagem">\n<Tab label="C#">\n\nUm.\n\n</Tab>\n<Tab label="A &amp; B">\n\nDois.\n\n</Tab>\n</Tabs>\n',
  );
  expect(code).toMatch(/labels: \["C#", "A & B"\]/);
});

test('the pictures of a carousel are counted and become list items', async () => {
  const code = await compile(
    '<Carousel label="x">\n<Screenshot alt="a" />\n<Screenshot alt="b" />\n</Carousel>\n',
  );
  expect(code).toContain('count: 2');
  expect(code.match(/"carousel-slide"/g)).toHaveLength(2);
});
