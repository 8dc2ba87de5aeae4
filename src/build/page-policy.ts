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

/** Says what is to change in the policy, once it is known what else changes in the page. */
export type PolicyWriter = (changes: readonly Change[]) => Change[];

/** @param map Of a page where somebody pays (importMap). */
export function policyWriter(elements: readonly HtmlElement[], map?: string): PolicyWriter {
  const found = elements.find(
    ({ attributes }) => attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  );
  if (found === undefined) return () => [];
  const { children: _, ...meta } = structuredClone(found);
  const styles = elements.filter(({ name }) => name === 'style').map(inlinePart);
  const scripts = elements.filter(runsInline).map(inlinePart);
  return (changes) => {
    const { end } = meta.place;
    const rewrite: Readonly<Record<string, (directive: string) => string>> = {
      'style-src': (directive) => withHashes(directive, hashesAfter(styles, changes)),
      'script-src': (directive) =>
        withHashes(directive, [...(map ? [hashOf(map)] : []), ...hashesAfter(scripts, changes)]),
      ...(map && { 'worker-src': () => "worker-src 'none'" }),
    };
    const content = (meta.attributes['content'] ?? '')
      .split(';')
      .map((directive) => rewrite[directive.trim().split(' ', 1)[0] ?? '']?.(directive) ?? directive)
      .join(';');
    return [
      ...withAttributes(meta, { content }),
      ...(map ? [{ start: end, end, text: `<script type="importmap">${map}</script>` }] : []),
    ];
  };
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

export const runsInline = ({ name, attributes }: HtmlElement): boolean =>
  name === 'script' && !('src' in attributes) && RUNNING.has(attributes['type'] ?? '');

type InlinePart = Pick<HtmlElement, 'place'> & { readonly hash: string };

const inlinePart = (element: HtmlElement): InlinePart => ({
  place: element.place,
  hash: hashOf(textOf(element)),
});

/** Of the parts that are left, with the text that they are given. */
function hashesAfter(parts: readonly InlinePart[], changes: readonly Change[]): string[] {
  return parts.flatMap(({ place, hash }) => {
    if (changes.some(({ start, end }) => start <= place.start && end >= place.end)) return [];
    const given = changes.find(({ start, end }) => start === place.innerStart && end === place.innerEnd);
    return given === undefined ? hash : hashOf(given.text);
  });
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function withHashes(directive: string, hashes: readonly string[]): string {
  const sources = directive.split(' ').filter((source) => !source.startsWith("'sha256-"));
  return [...sources, ...new Set(hashes)].join(' ');
}
