/** HTML of an article for Pagefind, and its sections for the search. */
import type { WrittenArticle } from '#domain/search/index-file.ts';
import {
  type Change,
  elementsIn,
  findElement,
  type HtmlElement,
  hasClass,
  parseHtml,
  withChanges,
} from '#lib/html-tree.ts';
import type { PagefindPage } from './pagefind.ts';

/**
 * An article's HTML with its tags beside the text instead of in it, without the list of articles at its end, whose
 * words belong to those articles, and with a space between two cells, which would be read as one word.
 */
export function searchablePage(html: string): string {
  const article = findElement(parseHtml(html), ({ name }) => name === 'article');
  if (article === undefined) throw new Error('Um artigo publicado não tem <article>.');
  const tags = findElement(article.children, (element) => element.name === 'p' && hasClass(element, 'tags'));
  const end = tags?.place.start ?? article.place.innerEnd;
  const next = findElement(article.children, isNextSteps)?.place.start ?? end;
  const cells = [...elementsIn(article.children)].flatMap(({ name, place }): Change[] =>
    (name === 'td' || name === 'th') && place.end <= next
      ? [{ start: place.innerEnd, end: place.innerEnd, text: ' ' }]
      : [],
  );
  return withChanges(html, [
    ...cells,
    { start: next, end, text: '' },
    ...(tags ? [{ ...tags.place, text: tagsBeside(html, tags) }] : []),
  ]);
}

const isNextSteps = (element: HtmlElement): boolean =>
  hasClass(element, 'heading') &&
  element.children.some((child) => typeof child !== 'string' && child.attributes['id'] === 'proximos-passos');

/** As in `html`, with "&" escaped. */
function tagsBeside(html: string, tags: HtmlElement): string {
  const words = [...elementsIn(tags.children)]
    .filter((element) => hasClass(element, 'tag'))
    .map(({ place }) => html.slice(place.innerStart, place.innerEnd));
  return `<p data-pagefind-ignore data-pagefind-meta="tags">${words.join(' ')}</p>`;
}

/** Splits Pagefind's text of an article at its headings. */
export function writtenArticle({ url: written, content, meta, anchors }: PagefindPage): WrittenArticle {
  const url = written.replace(/\.html$/, '');
  const title = meta['title'] ?? url;
  const words = content.split(/\s+/);
  const headings = anchors
    .filter(({ element, text }) => /^h[2-6]$/i.test(element) && text.trim() !== '')
    .sort((a, b) => a.location - b.location);
  const starts = [
    { id: '', title, partOf: '', location: 0 },
    ...headings.map(({ id, text, element, location }, index) => ({
      id,
      title: text.trim(),
      partOf:
        headings
          .slice(0, index)
          .findLast((above) => above.element < element)
          ?.text.trim() ?? '',
      location,
    })),
  ];
  const sections = starts.map(({ location, ...start }, index) => ({
    ...start,
    text: afterHeading(words.slice(location, starts[index + 1]?.location).join(' '), start.title),
  }));
  return { title, category: meta['category'] ?? '', url, tags: meta['tags'] ?? '', sections };
}

/** A text without the heading at its start. */
export function afterHeading(text: string, heading: string): string {
  if (!text.startsWith(heading)) return text;
  // Pagefind adds a full stop to headings without punctuation.
  const rest = /^\.?(?:\s+|$)([\s\S]*)/.exec(text.slice(heading.length));
  return rest?.[1] ?? text;
}
