/**
 * Writes an inventory of the scripts on payment pages (PCI DSS 6.4.3).
 *
 * File names say little, because the bundler chooses their content, so each entry lists the packages and folders in the
 * file. docs/payment-page.md justifies each, and a test compares both. `npm run compare:page` checks the published
 * files.
 */
import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { pageScripts } from '#lib/page-scripts.ts';
import { paymentPages } from '#lib/payment-pages.ts';

interface InventoryFile {
  readonly address: string;
  readonly bytes: number;
  /** As in the page's import map. */
  readonly integrity: string;
  /** Packages (`react-dom`), own folders (`src/checkout/card-change`) and build tools (`vite`), sorted. */
  readonly parts: readonly string[];
}

export interface PageInventory {
  readonly page: string;
  readonly inline: readonly string[];
  readonly files: readonly InventoryFile[];
  /** Addresses on other sites. */
  readonly foreign: readonly string[];
}

/** Next to the output folder, because everything in the folder is published. */
export const inventoryFile = (outDir: string): string => `${outDir.replace(/[/\\]$/, '')}.scripts.json`;

/** Must run after every integration that changes pages or scripts. */
export function scriptInventory(): AstroIntegration {
  const partsOf = new Map<string, readonly string[]>();
  return {
    name: 'vigia:script-inventory',
    hooks: {
      'astro:config:setup': ({ updateConfig, config }) => {
        const root = fileURLToPath(config.root);
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'vigia:script-parts',
                generateBundle(_options, bundle) {
                  for (const chunk of Object.values(bundle)) {
                    if (chunk.type !== 'chunk') continue;
                    const parts = chunk.moduleIds.map((id) => partName(id, root));
                    partsOf.set(`/${chunk.fileName}`, [...new Set(parts)].sort());
                  }
                },
              },
            ],
          },
        });
      },
      'astro:build:done': async ({ dir }) => {
        const outDir = fileURLToPath(dir);
        const read = (address: string): Promise<string | null> =>
          readFile(join(outDir, address), 'utf8').catch(() => null);
        const pages: PageInventory[] = [];
        for (const page of paymentPages) {
          const { inline, files, foreign } = await pageScripts((await read(`${page}.html`)) ?? '', read);
          const described = files.map(async (address): Promise<InventoryFile> => {
            const bytes = await readFile(join(outDir, address));
            const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
            return { address, bytes: bytes.length, integrity, parts: partsOf.get(address) ?? [] };
          });
          pages.push({ page, inline, files: await Promise.all(described), foreign });
        }
        await writeFile(inventoryFile(outDir), `${JSON.stringify(pages, null, 2)}\n`);
      },
    },
  };
}

/** @param id The bundler's module id: a path, perhaps with a query, or a virtual name. */
export function partName(id: string, root: string): string {
  const path = id.replace(/^\0/, '').replaceAll('\\', '/').replace(/\?.*$/, '');
  const inPackages = path.lastIndexOf('node_modules/');
  if (inPackages !== -1) {
    const [first = '', second = ''] = path.slice(inPackages + 'node_modules/'.length).split('/');
    return first.startsWith('@') ? `${first}/${second}` : first;
  }
  const base = root.replaceAll('\\', '/').replace(/\/$/, '');
  if (path.startsWith(`${base}/`)) {
    const [top = '', folder = '', name = '', ...deeper] = path.slice(base.length + 1).split('/');
    if (top !== 'src') return top;
    const isOwnFolder =
      deeper.length > 0 &&
      ['checkout', 'account', 'support', 'landing', 'docs', 'chat', 'comparison'].includes(folder);
    return isOwnFolder ? `src/${folder}/${name}` : `src/${folder}`;
  }
  return path.split('/', 1)[0] ?? path;
}
