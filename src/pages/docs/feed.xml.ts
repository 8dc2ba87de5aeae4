/** RSS feed of the documentation; an article appears again when it changes. */
import type { APIRoute } from 'astro';
import { escapeXml } from '#brand/mark-svg.ts';
import { lastTouched } from '#docs/articles/change-dates.ts';
import { articlePath, loadLibrary } from '#docs/articles/library.ts';
import { config } from '#lib/config.ts';

const ITEMS_MAX = 50;

export const GET: APIRoute = async () => {
  const { categories } = await loadLibrary();
  const { siteUrl, site } = config;
  const changes = categories
    .flatMap(({ title, articles }) => articles.map((article) => ({ article, category: title })))
    .flatMap(({ article, category }) => {
      const at = article.data.draft ? undefined : lastTouched(article);
      return at === undefined ? [] : [{ article, category, at }];
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime() || a.article.id.localeCompare(b.article.id))
    .slice(0, ITEMS_MAX);
  const items = changes.map(({ article, category, at }) => {
    const url = `${siteUrl}${articlePath(article)}`;
    return element('item', [
      element('title', escapeXml(article.data.title)),
      element('link', escapeXml(url)),
      element('description', escapeXml(article.data.description)),
      element('category', escapeXml(category)),
      element('pubDate', at.toUTCString()),
      // The date is part of the id, so that feed readers show a change as a new entry.
      `<guid isPermaLink="false">${escapeXml(`${url}#${at.toISOString().slice(0, 10)}`)}</guid>`,
    ]);
  });
  const channel = element('channel', [
    element('title', escapeXml(`Documentação do ${site.name}`)),
    element('link', escapeXml(`${siteUrl}/docs`)),
    element('description', escapeXml(`Artigos novos e alterados na documentação do ${site.name}.`)),
    element('language', 'pt-BR'),
    `<atom:link href="${escapeXml(`${siteUrl}/docs/feed.xml`)}" rel="self" type="application/rss+xml"/>`,
    ...(changes[0] ? [element('lastBuildDate', changes[0].at.toUTCString())] : []),
    ...items,
  ]);
  const feed = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`;
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};

function element(name: string, content: string | readonly string[]): string {
  return typeof content === 'string'
    ? `<${name}>${content}</${name}>`
    : `<${name}>\n${content.join('\n')}\n</${name}>`;
}
