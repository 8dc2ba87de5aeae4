/** `/novidades.xml`: the news as RSS. */
import type { APIRoute } from 'astro';
import { config } from '#lib/config.ts';
import { feedResponse } from '#lib/feed.ts';
import { FEED_PATH, newsInOrder } from '#lib/news.ts';

export const GET: APIRoute = async () => {
  const { siteUrl, site } = config;
  const news = await newsInOrder();
  return feedResponse({
    title: `Novidades: ${site.name}`,
    description: 'O que mudou no produto.',
    url: `${siteUrl}/novidades`,
    feedUrl: `${siteUrl}${FEED_PATH}`,
    items: news.map(({ id, data, body = '' }) => {
      const url = `${siteUrl}/novidades#${id}`;
      return { title: data.title, url, description: plainText(body), at: data.date, id: url };
    }),
  });
};

/** The text of a piece of news without its links and emphasis. */
const plainText = (markdown: string): string =>
  markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll('**', '')
    .trim();
