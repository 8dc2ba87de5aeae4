/** RSS feed of the documentation; an article appears again when it changes. */
import type { APIRoute } from 'astro';
import { lastTouched } from '#docs/articles/change-dates.ts';
import { articlePath, loadLibrary } from '#docs/articles/library.ts';
import { config } from '#lib/config.ts';
import { feedResponse } from '#lib/feed.ts';

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
  return feedResponse({
    title: `Documentação do ${site.name}`,
    description: `Artigos novos e alterados na documentação do ${site.name}.`,
    url: `${siteUrl}/docs`,
    feedUrl: `${siteUrl}/docs/feed.xml`,
    items: changes.map(({ article, category, at }) => {
      const { title, description } = article.data;
      const url = `${siteUrl}${articlePath(article)}`;
      // The date is part of the id, so that feed readers show a change as a new entry.
      return { title, url, description, category, at, id: `${url}#${at.toISOString().slice(0, 10)}` };
    }),
  });
};
