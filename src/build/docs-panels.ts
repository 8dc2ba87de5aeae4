/**
 * Defers the rare panels of a long <Tabs>, so that readers of Python do not download Rust, C# and Go.
 *
 * Owns: moving them into a file that components/mdx/tabs.ts fetches at the first sign of life. They leave a link to the
 * article's Markdown twin, which has them all, for readers without JavaScript. Search and twins are made from the
 * page as Astro wrote it.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeXml } from '#brand/mark-svg.ts';
import { type Change, type HtmlElement, type HtmlNode, hasClass, withAttributes } from '#lib/html-tree.ts';
import { contentHash } from './content-hash.ts';
import type { PageReader, PageTree } from './finished-pages.ts';

/** Shorter lists stay complete, because a request would cost more than it saves. */
const LONG = 6;
const KEPT = 3;

export function docsPanels(): PageReader {
  const written = new Map<string, string>();
  return {
    page({ changes }, tree) {
      const { files, changes: waiting } = structuredClone(rarePanels(tree));
      for (const [address, text] of files) written.set(address, text);
      changes.push(...waiting);
    },
    async done(outDir) {
      for (const [address, text] of written) await writeFile(join(outDir, address), text);
      return `${written.size} listas de abas trazem as raras depois`;
    },
  };
}

export interface RarePanels {
  readonly changes: readonly Change[];
  /** Address → JSON: label of a panel → its HTML. */
  readonly files: ReadonlyMap<string, string>;
}

export function rarePanels({ html, elements }: Pick<PageTree, 'html' | 'elements'>): RarePanels {
  const files = new Map<string, string>();
  const changes: Change[] = [];
  const lists = elements.filter(({ attributes }) => 'data-tabs' in attributes);
  const twin = lists.length === 0 ? undefined : twinAddress(elements);
  for (const list of lists) {
    const panels = list.children.filter(isPanel);
    if (twin === undefined || panels.length <= LONG) continue;
    const rare = panels.slice(KEPT);
    const text = JSON.stringify(
      Object.fromEntries(rare.map((panel) => [labelOf(panel), inner(html, panel)])),
    );
    const address = `/_astro/panels.${contentHash(text)}.json`;
    files.set(address, text);
    changes.push(...withAttributes(list, { 'data-later': address }));
    for (const panel of rare) changes.push(...waiting(html, panel, twin));
  }
  return { changes, files };
}

const isPanel = (node: HtmlNode): node is HtmlElement => typeof node !== 'string' && hasClass(node, 'tab');
const labelOf = ({ attributes }: HtmlElement): string => attributes['data-tab'] ?? '';

function twinAddress(elements: readonly HtmlElement[]): string | undefined {
  const link = elements.find(
    ({ name, attributes }) => name === 'link' && attributes['type'] === 'text/markdown',
  );
  return link?.attributes['href'];
}

const inner = (html: string, { place }: HtmlElement): string => html.slice(place.innerStart, place.innerEnd);

/** Replaces a panel: its label and the link. */
function waiting(html: string, panel: HtmlElement, twin: string): Change[] {
  const name = panel.children.find((node) => typeof node !== 'string' && hasClass(node, 'tab-name'));
  const kept = typeof name === 'object' ? html.slice(name.place.start, name.place.end) : '';
  const label = escapeXml(labelOf(panel));
  const text = `${kept}<p><a href="${twin}">${label}: o exemplo está na versão em texto deste artigo</a></p>`;
  const { innerStart: start, innerEnd: end } = panel.place;
  return [...withAttributes(panel, { 'data-waiting': '' }), { start, end, text }];
}
