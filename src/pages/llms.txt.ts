/** An overview of the site for language models (llmstxt.org). */
import { getCollection } from 'astro:content';
import type { APIRoute } from 'astro';
import { articlePath, loadLibrary } from '#docs/articles/library.ts';
import { config } from '#lib/config.ts';

export const GET: APIRoute = async () => {
  const { name, tagline, contacts } = config.site;
  const link = (label: string, path: string, about?: string): string =>
    `- [${label}](${new URL(path, config.siteUrl).href})${about ? `: ${about}` : ''}`;
  const { categories } = await loadLibrary();
  const comparisons = await getCollection('comparisons');
  const tools = await getCollection('tools');
  const docs = categories
    .map(({ title, articles }) => ({ title, ready: articles.filter(({ data }) => !data.draft) }))
    .filter(({ ready }) => ready.length > 0);
  const text = [
    `# ${name}`,
    `> ${tagline}. Cada cliente recebe um ambiente próprio, com subdomínio exclusivo. Site em português do Brasil, preços em reais.`,
    [
      '## Produto',
      '',
      link('Planos e preços', '/pricing.md', 'limites e preços de cada plano, em texto'),
      ...comparisons.map(({ id, data }) => link(data.label, `/comparar/${id}`, data.description)),
      ...tools.map(({ id, data }) => link(data.label, `/ferramentas/${id}`, data.description)),
      link('Termos de Uso', '/termos.html'),
      link('Regras de cobrança e limites', '/regras-de-cobranca.html'),
    ].join('\n'),
    [
      '## Documentação em um arquivo',
      '',
      link(
        'Todos os artigos',
        '/llms-full.txt',
        'cada artigo também existe sozinho: acrescente .md ao endereço',
      ),
    ].join('\n'),
    ...docs.map(({ title, ready }) =>
      [
        `## Documentação: ${title}`,
        '',
        ...ready.map((article) => link(article.data.title, articlePath(article), article.data.description)),
      ].join('\n'),
    ),
    `## Contato\n\n- E-mail: ${contacts.email}\n- WhatsApp: https://wa.me/${contacts.whatsapp}`,
  ];
  return new Response(`${text.join('\n\n')}\n`, { headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
};
