/**
 * Defers the rare panels of a long <Tabs>, so that readers of Python do not download Rust, C# and Go.
 *
 * Owns: moving them into a file that components/mdx/tabs.ts fetches at the first interaction. Readers without
 * JavaScript get a link to the article's Markdown version, which has all panels. Search and Markdown versions need the
 * whole page, so this must run after them.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { escapeXml } from '#brand/mark-svg.ts';
import {
  type Change,
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  hasClass,
  parseHtml,
  withAttributes,
  withChanges,
} from '#lib/html-tree.ts';
import { contentHash } from './content-hash.ts';

/** Shorter lists stay complete, because a request would cost more than it saves. */
const LONG = 6;
const KEPT = 3;

export function docsPanels(): AstroIntegration {
  return {
    name: 'vigia:docs-panels',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const outDir = fileURLToPath(dir);
        const entries = await readdir(join(outDir, 'docs'), { recursive: true, withFileTypes: true });
        for (const entry of entries) {
          if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
          const path = join(entry.parentPath, entry.name);
          const html = await readFile(path, 'utf8');
          if (!html.includes('data-tabs')) continue;
          const { html: light, files } = withoutRarePanels(html);
          for (const [address, text] of files) await writeFile(join(outDir, address), text);
          if (files.size > 0) await writeFile(path, light);
        }
      },
    },
  };
}

export interface LightPage {
  readonly html: string;
  /** Address → JSON: label of a panel → its HTML. */
  readonly files: ReadonlyMap<string, string>;
}

export function withoutRarePanels(html: string): LightPage {
  const nodes = parseHtml(html);
  const twin = twinAddress(nodes);
  const files = new Map<string, string>();
  const changes: Change[] = [];
  for (const list of elementsIn(nodes)) {
    if (twin === undefined || !('data-tabs' in list.attributes)) continue;
    const panels = list.children.filter(isPanel);
    if (panels.length <= LONG) continue;
    const rare = panels.slice(KEPT);
    const text = JSON.stringify(
      Object.fromEntries(rare.map((panel) => [labelOf(panel), inner(html, panel)])),
    );
    const address = `/_astro/panels.${contentHash(text)}.json`;
    files.set(address, text);
    changes.push(...withAttributes(list, { 'data-later': address }));
    for (const panel of rare) changes.push(...waiting(html, panel, twin));
  }
  return { html: withChanges(html, changes), files };
}

const isPanel = (node: HtmlNode): node is HtmlElement => typeof node !== 'string' && hasClass(node, 'tab');
const labelOf = ({ attributes }: HtmlElement): string => attributes['data-tab'] ?? '';

function twinAddress(nodes: readonly HtmlNode[]): string | undefined {
  const link = findElement(
    nodes,
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
