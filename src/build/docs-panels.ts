/**
 * Lets the rare panels of a long <Tabs> wait: who reads Python should not pay for Rust, C# and Go.
 *
 * Owns: moving them into a file that components/mdx/tabs.ts fetches at the first sign of life. In their place stands a
 * link to the article's Markdown twin, which has them all, for readers without JavaScript. Search and twins are made
 * from the whole page, so this must come after them.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { contentHash } from './content-hash.ts';

/** Shorter lists stay whole: their panels weigh less than they would cost to fetch. */
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
          const { html: light, files } = withoutRarePanels(html);
          for (const [address, text] of files) await writeFile(join(outDir, address), text);
          if (files.size > 0) await writeFile(path, light);
        }
      },
    },
  };
}

const TABS = /<div class="tabs" data-tabs="[^"]*"[^>]*>/g;
const PANEL = /(<section class="tab" data-tab="([^"]*)")>([\s\S]*?)<\/section>/g;
const NAME = /<p class="tab-name"[^>]*>([\s\S]*?)<\/p>/;

export interface LightPage {
  readonly html: string;
  /** Address → JSON: label of a panel → its HTML. */
  readonly files: ReadonlyMap<string, string>;
}

/** @throws Error when a panel holds a section of its own, which this file cannot tell from the panel's end. */
export function withoutRarePanels(html: string): LightPage {
  const twin = /<link rel="alternate" type="text\/markdown" href="([^"]*)"/.exec(html)?.[1];
  const starts = [...html.matchAll(TABS)].map(({ index }) => index);
  if (twin === undefined || starts.length === 0) return { html, files: new Map() };
  const files = new Map<string, string>();
  const parts = [html.slice(0, starts[0])];
  for (const [at, start] of starts.entries()) {
    const { part, address, panels } = lighten(html.slice(start, starts[at + 1]), twin);
    parts.push(part);
    if (address !== null) files.set(address, panels);
  }
  return { html: parts.join(''), files };
}

function lighten(part: string, twin: string): { part: string; address: string | null; panels: string } {
  const found = [...part.matchAll(PANEL)];
  if (found.length <= LONG) return { part, address: null, panels: '' };
  const nested = found.find(([, , , inner = '']) => inner.includes('<section'));
  if (nested !== undefined) throw new Error(`<Tab label="${nested[2]}"> holds a <section>.`);
  const rare = found.slice(KEPT);
  const panels = JSON.stringify(
    Object.fromEntries(rare.map(([, , label = '', inner = '']) => [label, inner])),
  );
  const address = `/_astro/panels.${contentHash(panels)}.json`;
  let lighter = part.replace(TABS, (tag) => `${tag.slice(0, -1)} data-later="${address}">`);
  for (const [whole, tag = '', label = '', inner = ''] of rare) {
    const name = NAME.exec(inner)?.[0] ?? '';
    const link = `<p><a href="${twin}">${label}: o exemplo está na versão em texto deste artigo</a></p>`;
    lighter = lighter.replace(whole, () => `${tag} data-waiting>${name}${link}</section>`);
  }
  return { part: lighter, address, panels };
}
