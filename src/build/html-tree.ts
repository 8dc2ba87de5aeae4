/**
 * Reads HTML that this site's own build has written into a tree: every element is closed, attributes are quoted.
 *
 * Owns: elements, attributes, text with its entities resolved. Does not own: mending broken HTML; there is none here.
 */

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

const voids: ReadonlySet<string> = new Set(
  'area base br col embed hr img input link meta source track wbr'.split(' '),
);
/** Their content is not HTML. */
const raw: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'title']);
const entities: Readonly<Record<string, string>> = {
  ...{
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: '\u00a0',
    hellip: '…',
    ndash: '–',
    mdash: '—',
  },
};
const token =
  /<!--[\s\S]*?-->|<!doctype[^>]*>|<\/([a-z][\w-]*)\s*>|<([a-z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*?)\s*\/?>/gi;
const attribute = /([^\s=/"'<>]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g;

interface OpenElement extends HtmlElement {
  readonly children: HtmlNode[];
}

/** @returns The nodes at the top; an end tag without a beginning is passed over. */
export function parseHtml(html: string): readonly HtmlNode[] {
  const top: OpenElement = { name: '', attributes: {}, children: [] };
  const open: OpenElement[] = [top];
  const innermost = (): OpenElement => open.at(-1) ?? top;
  const say = (text: string): void => {
    if (text !== '') innermost().children.push(decodeEntities(text));
  };
  let at = 0;
  token.lastIndex = 0;
  for (let found = token.exec(html); found !== null; found = token.exec(html)) {
    const [whole, ending, beginning, written = ''] = found;
    say(html.slice(at, found.index));
    at = found.index + whole.length;
    if (ending !== undefined) close(open, ending.toLowerCase());
    if (beginning === undefined) continue;
    const element: OpenElement = {
      name: beginning.toLowerCase(),
      attributes: attributesOf(written),
      children: [],
    };
    innermost().children.push(element);
    if (voids.has(element.name)) continue;
    if (raw.has(element.name)) {
      const end = html.toLowerCase().indexOf(`</${element.name}`, at);
      element.children.push(html.slice(at, end === -1 ? undefined : end));
      at = end === -1 ? html.length : end;
      token.lastIndex = at;
    }
    open.push(element);
  }
  say(html.slice(at));
  return top.children;
}

function close(open: OpenElement[], name: string): void {
  const index = open.findLastIndex((element) => element.name === name);
  if (index > 0) open.length = index;
}

function attributesOf(written: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', double, single, bare] of written.matchAll(attribute))
    attributes[name.toLowerCase()] = decodeEntities(double ?? single ?? bare ?? '');
  return attributes;
}

export function decodeEntities(text: string): string {
  return text.replace(/&(#x[\da-f]+|#\d+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return String.fromCodePoint(code);
  });
}

export const hasClass = (element: HtmlElement, name: string): boolean =>
  (element.attributes['class'] ?? '').split(/\s+/).includes(name);

/** The first element inside that suits, depth first. */
export function findElement(
  nodes: readonly HtmlNode[],
  suits: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    const found = suits(node) ? node : findElement(node.children, suits);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}
