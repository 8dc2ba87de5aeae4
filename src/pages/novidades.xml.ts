/** `/novidades.xml`: the news as RSS 2.0. */
import type { APIRoute } from 'astro';
import { escapeXml } from '#brand/mark-svg.ts';
import { config } from '#lib/config.ts';
import { FEED_PATH, newsInOrder } from '#lib/news.ts';

export const GET: APIRoute = async () => {
  const { siteUrl, site } = config;
  const items = (await newsInOrder()).map(({ id, data, body = '' }) => {
    const url = `${siteUrl}/novidades#${id}`;
    return [
      '<item>',
      `<title>${escapeXml(data.title)}</title>`,
      `<link>${escapeXml(url)}</link>`,
      `<guid>${escapeXml(url)}</guid>`,
      `<pubDate>${data.date.toUTCString()}</pubDate>`,
      `<description>${escapeXml(plainText(body))}</description>`,
      '</item>',
    ].join('');
  });
  const feed = `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${escapeXml(`Novidades: ${site.name}`)}</title>
<link>${siteUrl}/novidades</link>
<description>${escapeXml('O que mudou no produto.')}</description>
<language>pt-BR</language>
<atom:link href="${siteUrl}${FEED_PATH}" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel></rss>
`;
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
};

/** The text of a piece of news without its links and emphasis. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '')
    .trim();
