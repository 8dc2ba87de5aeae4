import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { satteri } from '@astrojs/markdown-satteri';
import { describe, expect, test } from 'vitest';
import { fileFolder } from '#tests/support/folders.ts';
import { componentFiles } from '../../src/build/author-blocks.ts';
import { codeTitles } from '../../src/build/docs-code-title.ts';
import { importedComponents } from '../../src/build/docs-components.ts';
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
  expect(code).toContain("import Callout from '#docs/blocks/callout.astro'");
  expect(code).toContain("import PlanGate from '#docs/blocks/plan-gate.astro'");
  expect(code).not.toContain('steps.astro');
});

test('a code block’s title imports its component', async () => {
  const code = await compile('```json title="Corpo enviado"\n{}\n```\n');
  expect(code).toContain("import CodeTitle from '#docs/blocks/code-title.astro'");
  expect(code).toContain('Corpo enviado');
});

test('a component name inside code is only text', async () => {
  expect(await compile('`<Calout>`\n')).toContain('<Calout>');
});

test('pages outside the documentation write their own imports', async () => {
  expect(await compile('<Callout>x</Callout>', '/site/content/landing/hero.mdx')).not.toContain(
    'callout.astro',
  );
});

test('the known components are the files of docs/blocks', () => {
  expect(componentFiles()).toMatchObject({
    Callout: 'callout',
    MessagePreview: 'message-preview',
    CronReader: 'cron-reader',
  });
});

describe('an author gets file, line and what to write:', () => {
  const folder = fileFolder();
  const author = docsMarkdown.processor;

  /** The error message that refuses a file. */
  async function refusal(text: string, file = 'docs/artigo.mdx'): Promise<string> {
    const path = join(folder, 'content', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    const renderer = await author.createMdxRenderer?.({ syntaxHighlight: false }, { optimize: false });
    const done = renderer?.process(text, path, {}).then(() => 'aceito');
    return (await done?.catch((error: Error) => error.message)) ?? '';
  }

  test.each([
    ['Linha.\n\n<Calout>\n\nx\n\n</Calout>', 'artigo.mdx:3: <Calout> não existe. Os blocos prontos são'],
    [
      '<Screenshot name="telegram-form" alt="Tela" />',
      'artigo.mdx:1: <Screenshot name="telegram-form">: escreva em alt o que a imagem mostra',
    ],
    ['<Screenshot name="telegram-form" />', 'escreva em alt o que a imagem mostra, em pelo menos 10 letras.'],
    ['<Screenshot name="nada" alt="Uma tela inteira" />', 'não há content/docs/_images/nada.png.'],
    ['`<Calout>`\n\na <Calout /> b', 'artigo.mdx:3: <Calout> não existe.'],
    ['<Callout tone="red">\n\nx\n\n</Callout>', ':1: <Callout tone="red">: use note, tip, warning.'],
    ['a <PlanGate from="gold" /> b', ':1: <PlanGate from="gold">: use essential, pro, enterprise.'],
    [
      '<Steps>\n<Step title="Um" minutes={1}>\n\nx\n\n</Step>\n<Step>\n\nx\n\n</Step>\n</Steps>',
      'artigo.mdx:7: <Step>: falta o campo title="…".',
    ],
    [
      '<Steps>\n<Step title="Um">\n\nx\n\n</Step>\n</Steps>',
      'artigo.mdx:2: <Step>: falta o campo minutes={1}.',
    ],
    ['<PlanNote plan="pro" />', ':1: <PlanNote>: o campo "plan" não existe; ele não tem campos.'],
    [
      '<MessagePreview channel="sms" sender="V" time="1" state="up">\n\nx\n\n</MessagePreview>',
      'use telegram',
    ],
    ['a\n\n<callout>x</callout>', 'artigo.mdx:3: <callout> não existe. Os blocos prontos são'],
    ['<Screenshot alt="Uma tela inteira" />', 'artigo.mdx:1: <Screenshot>: falta o campo name="…".'],
    ['a\n\n![Tela](./tela.png)', 'artigo.mdx:3: Uma imagem de artigo é <Screenshot name="…" alt="…" />'],
    [
      '<Steps>\n<Step title="Um" minutes="um">\n\nx\n\n</Step>\n</Steps>',
      ':2: <Step>: escreva minutes={1}, um número entre chaves.',
    ],
    ['<RegisterLink newTab="sim">x</RegisterLink>', ':1: <RegisterLink>: escreva só newTab, sem valor'],
    ['a\n\n<Step title="Um" minutes={1}>\n\nx\n\n</Step>', 'artigo.mdx:3: <Step> só vale dentro de <Steps>.'],
    [
      '<Steps>\n<Step title="Um" minutes={1}>\n\nx\n\n</Step>\n<Step title="Um" minutes={1}>\n\nx\n\n</Step>\n</Steps>',
      ':7: <Step title="Um">: outro passo desta página tem o endereço #um.',
    ],
    [
      'a\n\n<Steps>\n\nx\n\n</Steps>',
      'artigo.mdx:3: <Steps> espera um ou mais <Step title="…"> como conteúdo',
    ],
    ['<Cards></Cards>', '<Cards> espera um ou mais <Card title="…">'],
    ['<FieldTable></FieldTable>', '<FieldTable> espera um ou mais <Field name="…">'],
    ['<Tabs group="x" label="y">\n<Tab label="a" />\n</Tabs>', '<Tabs> espera dois ou mais <Tab label="…">'],
    [
      '<Tabs group="x" label="y">\n<Tab label={a} />\n<Tab label="b" />\n</Tabs>',
      ':2: <Tab>: escreva label="…", entre aspas.',
    ],
  ])('%s', async (text, mistake) => {
    expect(await refusal(text)).toContain(mistake);
  });

  test.each([
    [
      'landing/faq.mdx',
      'a <Contact by="fax" /> b',
      'faq.mdx:1: <Contact by="fax">: use email, phone, whatsapp.',
    ],
    [
      'faq/canais.mdx',
      'a\n\n<Nada />',
      'canais.mdx:3: <Nada> não existe. Os blocos prontos são Contact, PlanFact',
    ],
    ['legal/sla.mdx', '<RetentionList view="x" />', 'sla.mdx:1: <RetentionList view="x">: use full, bases.'],
    ['legal/sla.mdx', '<LegalLink>sla</LegalLink>', 'sla.mdx:1: <LegalLink>: falta o campo to="…".'],
    [
      'legal/sla.mdx',
      '<LegalLink to="x">sla</LegalLink>',
      '<LegalLink to="x">: use termos, regras-de-cobranca,',
    ],
    ['legal/sla.mdx', 'a\n\nb {facts.nada}', 'sla.mdx:3: {facts.nada} não existe. Há termsVersion,'],
    ['faq/canais.mdx', 'a\n\nb {nome}', 'canais.mdx:3: O que está entre "{" e "}" seria código.'],
    ['faq/canais.mdx', '<PlanFact fact="price" />', '<PlanFact fact="price">: use name, monitors,'],
    ['tools/sla.mdx', '<Niveis />', 'Os blocos prontos são Calculator, LevelsTable.'],
    [
      'faq/canais.mdx',
      '<PlanFact fact="monthly" />',
      'canais.mdx:1: <PlanFact fact="monthly">: falta o campo plan="…".',
    ],
    [
      'faq/canais.mdx',
      '<PlanFact plan="pro" fact="intervals" />',
      'tire plan, porque vale para todos os planos.',
    ],
    ['legal/sla.mdx', 'a\n\nb {nome}', 'sla.mdx:3: {nome} não existe. Um fato se escreve {facts.…}.'],
    ['comparisons/x.mdx', '<Row topic="a" own="b" />', 'x.mdx:1: <Row>: falta o campo ours="…".'],
  ])('%s: %s', async (file, text, mistake) => {
    expect(await refusal(text, file)).toContain(mistake);
  });
});
