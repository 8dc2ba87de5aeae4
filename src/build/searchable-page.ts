/** HTML of an article for Pagefind, and its sections for the search. */
import { ASIDE_WEIGHT, type WrittenArticle } from '#docs/search/rules/index-file.ts';
import { type Change, elementsIn, type HtmlElement, hasClass, textOf, withChanges } from '#lib/html-tree.ts';
import type { PageTree } from './finished-pages.ts';
import type { PagefindPage } from './pagefind.ts';

/** Around an aside in the text, because Pagefind returns no weights; no article has these characters. */
const aside = { start: '\u{e000}', end: '\u{e001}' } as const;

/**
 * An article by itself, begun with its description and its time, with its tags beside the text instead of in it, without
 * the list of articles at its end, whose words belong to those articles, with its asides marked, and with a space
 * between two cells, which would be read as one word.
 */
export function searchablePage({ html, elements }: Pick<PageTree, 'html' | 'elements'>): string {
  const article = elements.find(({ name }) => name === 'article');
  if (article === undefined) throw new Error('Um artigo publicado não tem <article>.');
  const { start, innerEnd, end } = article.place;
  const parts = [...elementsIn(article.children)];
  const tags = parts.find((element) => element.name === 'p' && hasClass(element, 'tags'));
  const title = parts.find(({ name }) => name === 'h1');
  const last = tags?.place.start ?? innerEnd;
  const next = parts.find(isNextSteps)?.place.start ?? last;
  const cells = parts
    .filter(({ name, place }) => (name === 'td' || name === 'th') && place.end <= next)
    .map(({ place }): Change => ({ start: place.innerEnd, end: place.innerEnd, text: ' ' }));
  const changed = withChanges(html, [
    { start: 0, end: start, text: '' },
    ...(title ? [{ start: title.place.end, end: title.place.end, text: summary(elements, parts) }] : []),
    ...cells,
    ...parts.filter((element) => isAside(element) && element.place.end <= next).flatMap(markedAside),
    { start: next, end: last, text: '' },
    ...(tags ? [{ ...tags.place, text: tagsBeside(html, tags) }] : []),
    { start: end, end: html.length, text: '' },
  ]);
  return `<html lang="pt-BR"><body>${changed}</body></html>`;
}

const isNextSteps = (element: HtmlElement): boolean =>
  hasClass(element, 'heading') &&
  element.children.some((child) => typeof child !== 'string' && child.attributes['id'] === 'proximos-passos');

const isAside = ({ name, attributes }: HtmlElement): boolean =>
  name === 'pre' || Number(attributes['data-pagefind-weight'] ?? 1) < 1;

function markedAside({ name, place }: HtmlElement): readonly Change[] {
  const afterName = place.start + 1 + name.length;
  return [
    ...(name === 'pre'
      ? [{ start: afterName, end: afterName, text: ` data-pagefind-weight="${ASIDE_WEIGHT}"` }]
      : []),
    { start: place.innerStart, end: place.innerStart, text: ` ${aside.start} ` },
    { start: place.innerEnd, end: place.innerEnd, text: ` ${aside.end} ` },
  ];
}

/** What the list of articles says of it; the time only where the description does not tell it. */
function summary(page: readonly HtmlElement[], article: readonly HtmlElement[]): string {
  const description =
    page.find(({ attributes }) => attributes['name'] === 'description')?.attributes['content'] ?? '';
  const badge = article.find((element) => hasClass(element, 'badge'));
  const minutes = badge && /^(\d+) min$/.exec(textOf(badge))?.[1];
  const time = minutes === undefined || description.includes(' minutos') ? '' : ` Leva ${minutes} minutos.`;
  const text = (description + time).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return text === '' ? '' : `<p>${text}</p>`;
}

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
    ...withAsides(afterHeading(words.slice(location, starts[index + 1]?.location).join(' '), start.title)),
  }));
  const { label = title, category = '', tags = '' } = meta;
  return { title, label, category, url, tags, sections };
}

/** A text without the marks around its asides, and where they are. */
function withAsides(marked: string): Pick<WrittenArticle['sections'][number], 'text' | 'asides'> {
  let text = '';
  const asides: (readonly [number, number])[] = [];
  for (const [index, part] of marked.split(/\s*[\u{e000}\u{e001}]\.?\s*/u).entries()) {
    const before = text === '' ? '' : `${text} `;
    text = part === '' ? text : before + part;
    if (index % 2 === 1 && part !== '') asides.push([before.length, text.length]);
  }
  return asides.length === 0 ? { text } : { text, asides };
}

/** A text without the heading at its start. */
export function afterHeading(text: string, heading: string): string {
  if (!text.startsWith(heading)) return text;
  // Pagefind adds a full stop to headings without punctuation.
  const rest = /^\.?(?:\s+|$)([\s\S]*)/.exec(text.slice(heading.length));
  return rest?.[1] ?? text;
}
