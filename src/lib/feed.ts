/** Writes an RSS 2.0 feed. */
import { escapeXml } from '#brand/mark-svg.ts';

interface FeedItem {
  readonly title: string;
  readonly url: string;
  readonly description: string;
  readonly category?: string;
  readonly at: Date;
  /** Readers show an item with a new id as a new entry. */
  readonly id: string;
}

interface Feed {
  readonly title: string;
  readonly description: string;
  /** Address of the page. */
  readonly url: string;
  /** Address of the feed. */
  readonly feedUrl: string;
  /** Newest first. */
  readonly items: readonly FeedItem[];
}

/** The answer with the feed. */
export function feedResponse({ title, description, url, feedUrl, items }: Feed): Response {
  const channel = element('channel', [
    element('title', escapeXml(title)),
    element('link', escapeXml(url)),
    element('description', escapeXml(description)),
    element('language', 'pt-BR'),
    `<atom:link href="${escapeXml(feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...(items[0] ? [element('lastBuildDate', items[0].at.toUTCString())] : []),
    ...items.map(itemElement),
  ]);
  const feed = `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">${channel}</rss>\n`;
  return new Response(feed, { headers: { 'Content-Type': 'application/rss+xml; charset=utf-8' } });
}

const itemElement = ({ title, url, description, category, at, id }: FeedItem): string =>
  element('item', [
    element('title', escapeXml(title)),
    element('link', escapeXml(url)),
    element('description', escapeXml(description)),
    ...(category === undefined ? [] : [element('category', escapeXml(category))]),
    element('pubDate', at.toUTCString()),
    `<guid isPermaLink="false">${escapeXml(id)}</guid>`,
  ]);

function element(name: string, content: string | readonly string[]): string {
  return typeof content === 'string'
    ? `<${name}>${content}</${name}>`
    : `<${name}>\n${content.join('\n')}\n</${name}>`;
}
