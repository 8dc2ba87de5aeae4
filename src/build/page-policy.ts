/**
 * Makes the policy of each built page allow exactly the inline styles and scripts that stand on it.
 *
 * Astro lists the hashes of all pages on every page and leaves out the styles that an article's own parts bring
 * (content propagation), which the browser would then refuse. Writing the list from the finished page mends
 * both, and each hash left out spares a reader about 50 bytes that do not compress.
 *
 * Where somebody pays, the page also says which bytes each of its script files must have, whoever loads it, and that
 * no worker may start (PCI DSS 6.4.3).
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  elementsIn,
  findElement,
  type HtmlElement,
  type HtmlNode,
  parseHtml,
  textOf,
  withAttributes,
  withChanges,
} from '#lib/html-tree.ts';
import { pageScripts } from '#lib/page-scripts.ts';
import { isPaymentPage } from '#lib/payment-pages.ts';

/**
 * @param nodes The page as it was parsed.
 * @param address `/checkout`.
 * @param root Folder of the built site, which holds the page's scripts.
 */
export async function withPagePolicy(
  html: string,
  nodes: readonly HtmlNode[],
  address: string,
  root: string,
): Promise<string> {
  return isPaymentPage(address)
    ? withOwnHashes(await isolatePayment(html, root))
    : withOwnHashes(html, nodes);
}

/**
 * An import map must come before the first module, and its integrity holds for modules loaded later too. Browsers
 * that do not know it load the same files unproved, from our own origin alone.
 */
async function isolatePayment(html: string, root: string): Promise<string> {
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
  const map = `<script type="importmap">${JSON.stringify({ integrity })}</script>`;
  return withPolicy(html, parseHtml(html), { 'worker-src': () => "worker-src 'none'" }, map);
}

/** @returns The page with the hashes in `style-src` and `script-src` replaced by those of its own inline parts. */
export function withOwnHashes(html: string, nodes = parseHtml(html)): string {
  const elements = [...elementsIn(nodes)];
  const styles = elements.filter(({ name }) => name === 'style').map(textOf);
  const scripts = elements.filter(runsInline).map(textOf);
  return withPolicy(html, nodes, {
    'style-src': (directive) => withHashes(directive, styles),
    'script-src': (directive) => withHashes(directive, scripts),
  });
}

const RUNNING: ReadonlySet<string> = new Set(['', 'module', 'importmap', 'text/javascript']);

const runsInline = ({ name, attributes }: HtmlElement): boolean =>
  name === 'script' && !('src' in attributes) && RUNNING.has(attributes['type'] ?? '');

/** @param rewrite What becomes of a directive, by its name. @param after Stands behind the policy. */
function withPolicy(
  html: string,
  nodes: readonly HtmlNode[],
  rewrite: Readonly<Record<string, (directive: string) => string>>,
  after = '',
): string {
  const meta = findElement(
    nodes,
    ({ attributes }) => attributes['http-equiv']?.toLowerCase() === 'content-security-policy',
  );
  if (meta === undefined) return html;
  const before = meta.attributes['content'] ?? '';
  const policy = before
    .split(';')
    .map((directive) => rewrite[directive.trim().split(' ', 1)[0] ?? '']?.(directive) ?? directive)
    .join(';');
  if (policy === before && after === '') return html;
  const { end } = meta.place;
  return withChanges(html, [...withAttributes(meta, { content: policy }), { start: end, end, text: after }]);
}

function withHashes(directive: string, texts: readonly string[]): string {
  const sources = directive.split(' ').filter((source) => !source.startsWith("'sha256-"));
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...sources, ...new Set(hashes)].join(' ');
}
