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
 * @param nodes The parsed page.
 * @param address `/checkout`.
 * @param root Folder of the built site with the page's scripts.
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
 * An import map must come before the first module; its integrity applies to modules loaded later too. Browsers without
 * support load the same files unchecked, but only from our own origin.
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

/** @param rewrite Changes directives by name. @param after Text to append to the policy. */
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
