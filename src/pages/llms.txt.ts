/** An overview of the site for language models (llmstxt.org). */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { articlePath, loadLibrary } from '#docs/articles/library.ts';
import { legalDocuments, trustDocuments } from '#legal/documents.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = async () => {
  const { name, tagline, contacts } = config.site;
  const link = (label: string, path: string, about?: string): string =>
    `- [${label}](${new URL(path, config.siteUrl).href})${about ? `: ${about}` : ''}`;
  const { categories } = await loadLibrary();
  const comparisons = await getCollection('comparisons');
  const tools = await getCollection('tools');
  // The proposal is filled in by a person.
  const documents = [...(await legalDocuments()), ...(await trustDocuments())].filter(
    ({ id }) => id !== 'proposta',
  );
  const docs = categories
    .map(({ title, articles }) => ({ title, ready: articles.filter(({ data }) => !data.draft) }))
    .filter(({ ready }) => ready.length > 0);
  const text = [
    `# ${name}`,
    `> ${tagline}. Cada cliente recebe um painel próprio, com subdomínio exclusivo. Site em português do Brasil, preços em reais.`,
    [
      '## Produto',
      '',
      link('Planos e preços', '/pricing.md', 'limites e preços de cada plano, em texto'),
      ...comparisons.map(({ id, data }) => link(data.label, `/comparar/${id}.md`, data.description)),
      ...tools.map(({ id, data }) => link(data.label, `/ferramentas/${id}`, data.description)),
      link('Perguntas frequentes', '/suporte.md', 'as perguntas e respostas da página de suporte'),
      link('Disponibilidade', '/disponibilidade', 'medida a cada minuto; em JSON, em /api/disponibilidade'),
    ].join('\n'),
    ['## Contrato e confiança', '', ...documents.map(({ id, label }) => link(label, `/${id}.md`))].join('\n'),
    [
      '## Documentação em um arquivo',
      '',
      link(
        'Todos os artigos',
        '/llms-full.txt',
        'cada artigo também existe sozinho, com .md no fim do endereço',
      ),
    ].join('\n'),
    ...docs.map(({ title, ready }) =>
      [
        `## Documentação: ${title}`,
        '',
        ...ready.map((article) =>
          link(article.data.title, `${articlePath(article)}.md`, article.data.description),
        ),
      ].join('\n'),
    ),
    `## Contato\n\n- E-mail: ${contacts.email}\n- WhatsApp: https://wa.me/${contacts.whatsapp}`,
  ];
  return new Response(`${text.join('\n\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
