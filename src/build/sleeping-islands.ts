/**
 * Removes Astro's island runtime from documentation pages; components/docs/wake.ts loads it at the first interaction.
 *
 * Astro writes its custom element and our directive into every page that has an island: classic scripts in <body>,
 * where the site has none of its own. As every island of these pages waits for the reader (`client:interaction`),
 * nothing of them runs before that. A loader of our own was heavier
 * (docs/decisions/013-artigo-com-o-que-a-leitura-pede.md).
 */
import { type Change, elementsIn, startTag, textOf, withAttributes } from '#lib/html-tree.ts';
import { contentHash } from './content-hash.ts';
import { type DocsPage, isLate, replaced } from './docs-page.ts';

/** @param style Address of the complete sheet. */
export type ChangesWithStyle = (style: string) => readonly Change[];

export interface SleepingPage {
  readonly changes: ChangesWithStyle;
  /** Address and text of the deferred file. */
  readonly address: string;
  readonly text: string;
}

/**
 * @throws Error When the page's structure is unknown, so that a change in Astro is noticed.
 */
export function putToSleep({ elements }: DocsPage): SleepingPage {
  const body = elements.find(({ name }) => name === 'body');
  const runtime = [...elementsIn(body?.children ?? [])].filter(
    ({ name, attributes }) => name === 'script' && !('src' in attributes) && !('type' in attributes),
  );
  const islands = elements.filter(({ name }) => name === 'astro-island');
  const other = islands.find(({ attributes }) => attributes['client'] !== 'interaction');
  if (other !== undefined)
    throw new Error(`A documentation page has an island that waits for "${other.attributes['client']}".`);
  const text = runtime.map(textOf).join('\n');
  if (body === undefined || islands.length === 0 || !text.includes('"astro-island"'))
    throw new Error(
      'A documentation page lacks the island runtime that build/sleeping-islands.ts lets wait.',
    );
  const late = elements.filter(isLate).flatMap(({ children }) => [...elementsIn(children)]);
  if (late.some(({ name, attributes }) => name === 'script' && !('src' in attributes)))
    throw new Error(
      'A script in <template data-late> is written into the page, where it cannot be imported.',
    );
  const address = `/_astro/islands.${contentHash(text)}.js`;
  const rest = [...runtime.flatMap((script) => replaced(script)), ...islands.flatMap(withoutUid)];
  const { name, attributes, place } = structuredClone({ ...body, children: [] });
  const named = (style: string): Change[] =>
    withAttributes({ name, attributes, place }, { 'data-wake-script': address, 'data-wake-style': style });
  return { address, text, changes: (style) => [...named(style), ...rest] };
}

/** Removes an unused attribute that does not compress. */
function withoutUid(island: DocsPage['elements'][number]): Change[] {
  const { uid, ...attributes } = island.attributes;
  if (uid === undefined) return [];
  const { start, innerStart: end } = island.place;
  return [{ start, end, text: startTag({ ...island, attributes }) }];
}
