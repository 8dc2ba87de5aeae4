import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import { afterAll, describe, expect, test } from 'vitest';
import { codeTitles } from '../../src/build/docs-code-title.ts';
import { componentFiles, importedComponents } from '../../src/build/docs-components.ts';
import { docsMarkdown } from '../../src/build/docs-markdown.ts';

const names = { Callout: 'callout', CodeTitle: 'code-title', PlanGate: 'plan-gate', Steps: 'steps' };

/** Reads an article like the build, without the slow highlighting. */
const processor = satteri({ mdastPlugins: [codeTitles, importedComponents(names)] });

async function compile(source: string, path = '/site/content/docs/artigo.mdx'): Promise<string> {
  const renderer = await processor.createMdxRenderer?.({ syntaxHighlight: false }, { optimize: false });
  const result = await renderer?.process(source, path, {});
  return (result?.code ?? '').replaceAll('"', "'");
}

test('an article imports exactly the components it uses', async () => {
  const code = await compile('# Título <PlanGate from="pro" />\n\n<Callout>\n\nTexto.\n\n</Callout>\n');
  expect(code).toContain("import Callout from '#components/mdx/callout.astro'");
  expect(code).toContain("import PlanGate from '#components/mdx/plan-gate.astro'");
  expect(code).not.toContain('steps.astro');
});

test('a code block’s title imports its component', async () => {
  const code = await compile('```json title="Corpo enviado"\n{}\n```\n');
  expect(code).toContain("import CodeTitle from '#components/mdx/code-title.astro'");
  expect(code).toContain('Corpo enviado');
});

test('a misspelt component stops the build and names the existing ones', async () => {
  await expect(compile('<Calout>x</Calout>')).rejects.toThrow(
    /<Calout> não existe\. Os blocos prontos são Callout, PlanGate, Steps\.$/,
  );
});

test('a component name inside code is only text', async () => {
  expect(await compile('`<Calout>`\n')).toContain('<Calout>');
});

test('pages outside the documentation write their own imports', async () => {
  expect(await compile('<Callout>x</Callout>', '/site/content/landing/hero.mdx')).not.toContain(
    'callout.astro',
  );
});

test('the known components are the files of components/mdx', () => {
  expect(componentFiles()).toMatchObject({
    Callout: 'callout',
    MessagePreview: 'message-preview',
    CronReader: 'cron-reader',
  });
});

describe('an author gets file, line and what to write:', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vigia-author-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const author = docsMarkdown.processor;

  /** The error message that refuses a file. */
  async function refusal(text: string): Promise<string> {
    const path = join(folder, 'content/docs/artigo.mdx');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const renderer = await author.createMdxRenderer?.({ syntaxHighlight: false }, { optimize: false });
    const done = renderer?.process(text, path, {}).then(() => 'aceito');
    return (await done?.catch((error: Error) => error.message)) ?? '';
  }

  test.each([
    ['Linha um.\n\nCusta R$ 99.', 'artigo.mdx:3: "R$ 99" foi digitado. Preço não se digita'],
    ['Linha.\n\n<Calout>\n\nx\n\n</Calout>', 'artigo.mdx:3: <Calout> não existe. Os blocos prontos são'],
    [
      '<Screenshot name="telegram-form" alt="Tela" />',
      'artigo.mdx:1: <Screenshot name="telegram-form">: escreva em alt o que a imagem mostra',
    ],
    ['<Screenshot name="telegram-form" />', 'escreva em alt o que a imagem mostra, em pelo menos 10 letras.'],
    ['<Screenshot name="nada" alt="Uma tela inteira" />', 'não há content/docs/_images/nada.png.'],
    ['a\n\n<Callout>\n\nx', 'artigo.mdx:3: <Callout> não foi fechado. Escreva </Callout>'],
    ['a\n\nSe x <3, não.', 'Para mostrá-lo, ponha o trecho entre crases.'],
    ['a\n\nUm {a b} aqui', 'artigo.mdx:3: O que está entre "{" e "}" seria código.'],
  ])('%s', async (text, told) => {
    expect(await refusal(text)).toContain(told);
  });

  test('a price in code or an open one is not taken for ours', async () => {
    expect(await refusal('`R$ 99` e R$ … por mês')).toBe('aceito');
  });
});
