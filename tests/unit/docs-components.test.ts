import { satteri } from '@astrojs/markdown-satteri';
import { expect, test } from 'vitest';
import { codeTitles } from '../../src/build/docs-code-title.ts';
import { componentFiles, importedComponents } from '../../src/build/docs-components.ts';

const names = { Callout: 'callout', CodeTitle: 'code-title', PlanGate: 'plan-gate', Steps: 'steps' };

/** As the build reads an article; highlighting is left out, because it is slow and not meant here. */
const processor = satteri({ mdastPlugins: [codeTitles, importedComponents(names)] });

async function compile(source: string, path = '/site/content/docs/artigo.mdx'): Promise<string> {
  const renderer = await processor.createMdxRenderer?.({ syntaxHighlight: false }, { optimize: false });
  const result = await renderer?.process(source, path, {});
  return (result?.code ?? '').replaceAll('"', "'");
}

test('an article imports the parts that it uses, in text and in blocks, and no others', async () => {
  const code = await compile('# Título <PlanGate from="pro" />\n\n<Callout>\n\nTexto.\n\n</Callout>\n');
  expect(code).toContain("import Callout from '#components/mdx/callout.astro'");
  expect(code).toContain("import PlanGate from '#components/mdx/plan-gate.astro'");
  expect(code).not.toContain('steps.astro');
});

test('a title of a code block brings its part', async () => {
  const code = await compile('```json title="Corpo enviado"\n{}\n```\n');
  expect(code).toContain("import CodeTitle from '#components/mdx/code-title.astro'");
  expect(code).toContain('Corpo enviado');
});

test('a misspelt part stops the build and names those that exist', async () => {
  await expect(compile('<Calout>x</Calout>')).rejects.toThrow(
    /<Calout> não existe.*Callout, CodeTitle, PlanGate/s,
  );
});

test('a name inside code is only text', async () => {
  expect(await compile('`<Calout>`\n')).toContain('<Calout>');
});

test('pages outside the documentation import for themselves', async () => {
  expect(await compile('<Callout>x</Callout>', '/site/content/landing/hero.mdx')).not.toContain(
    'callout.astro',
  );
});

test('the parts are the files of components/mdx', () => {
  expect(componentFiles()).toMatchObject({
    Callout: 'callout',
    MessagePreview: 'message-preview',
    CronReader: 'cron-reader',
  });
});
