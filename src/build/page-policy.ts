/**
 * Limits the policy of each built page to its own inline styles and scripts.
 *
 * Astro lists the hashes of all pages on every page and omits component styles in articles (content propagation), which
 * browsers would refuse. Writing the list from the finished page fixes both, and each omitted hash saves about 50
 * incompressible bytes.
 *
 * Payment pages also get the integrity of each script file and a policy without workers (PCI DSS 6.4.3).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Change, type HtmlElement, textOf, withAttributes } from '#lib/html-tree.ts';
import { pageScripts } from '#lib/page-scripts.ts';

/**
 * What is to change in a page: its policy.
 *
 * @param map Of a page where somebody pays (importMap).
 */
export function policyChanges(elements: readonly HtmlElement[], map?: string): Change[] {
  const meta = elements.find(
    ({ attributes }) => attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  );
  if (meta === undefined) return [];
  const hashesOf = (parts: readonly HtmlElement[]): string[] => parts.map((part) => hashOf(textOf(part)));
  const styles = hashesOf(elements.filter(({ name }) => name === 'style'));
  const scripts = [...(map ? [hashOf(map)] : []), ...hashesOf(elements.filter(runsInline))];
  const rewrite: Readonly<Record<string, (directive: string) => string>> = {
    'style-src': (directive) => withHashes(directive, styles),
    'script-src': (directive) => withHashes(directive, scripts),
    ...(map && { 'worker-src': () => "worker-src 'none'" }),
  };
  const content = (meta.attributes['content'] ?? '')
    .split(';')
    .map((directive) => rewrite[directive.trim().split(' ', 1)[0] ?? '']?.(directive) ?? directive)
    .join(';');
  const { end } = meta.place;
  return [
    ...withAttributes(meta, { content }),
    ...(map ? [{ start: end, end, text: `<script type="importmap">${map}</script>` }] : []),
  ];
}

/**
 * An import map must come before the first module; its integrity applies to modules loaded later too. Browsers without
 * support load the same files unchecked, but only from our own origin.
 *
 * @param root Folder of the built site with the page's scripts.
 */
export async function importMap(html: string, root: string): Promise<string> {
  const read = (address: string): Promise<string | null> =>
    readFile(join(root, address), 'utf8').catch(() => null);
  const { files } = await pageScripts(html, read);
  const integrity: Record<string, string> = {};
  for (const address of files) {
    const digest = createHash('sha384')
      .update((await read(address)) ?? '')
      .digest('base64');
    integrity[address] = `sha384-${digest}`;
  }
  return JSON.stringify({ integrity });
}

const RUNNING: ReadonlySet<string> = new Set(['', 'module', 'importmap', 'text/javascript']);

const runsInline = ({ name, attributes }: HtmlElement): boolean =>
  name === 'script' && !('src' in attributes) && RUNNING.has(attributes['type'] ?? '');

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function withHashes(directive: string, hashes: readonly string[]): string {
  const sources = directive.split(' ').filter((source) => !source.startsWith("'sha256-"));
  return [...sources, ...new Set(hashes)].join(' ');
}
