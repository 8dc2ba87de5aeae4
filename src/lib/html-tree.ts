/** Built pages as trees: what the build and the operator's commands read them with. parse5 reads as a browser does. */
import { type DefaultTreeAdapterTypes, parse } from 'parse5';

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of a <template> what it holds. */
  readonly children: readonly HtmlNode[];
  /** Places in the text it was read from; null for what the text leaves to the browser. */
  readonly place: Place | null;
}
export type HtmlNode = HtmlElement | string;

interface Place {
  /** Where the element begins and ends. */
  readonly start: number;
  readonly end: number;
  /** Where its content begins and ends. */
  readonly innerStart: number;
  readonly innerEnd: number;
}

/** @returns The nodes at the top: <html>. */
export function parseHtml(html: string): readonly HtmlNode[] {
  return nodesOf(parse(html, { sourceCodeLocationInfo: true }));
}

function nodesOf(parent: DefaultTreeAdapterTypes.ParentNode): readonly HtmlNode[] {
  const { childNodes } = 'content' in parent ? parent.content : parent;
  return childNodes.flatMap((node) => {
    if ('value' in node) return node.value;
    return 'tagName' in node ? elementOf(node) : [];
  });
}

function elementOf(element: DefaultTreeAdapterTypes.Element): HtmlElement {
  const { tagName, attrs, sourceCodeLocation: at } = element;
  return {
    name: tagName,
    attributes: Object.fromEntries(attrs.map(({ name, value }) => [name, value])),
    children: nodesOf(element),
    place: at
      ? {
          start: at.startOffset,
          end: at.endOffset,
          innerStart: at.startTag?.endOffset ?? at.endOffset,
          innerEnd: at.endTag?.startOffset ?? at.endOffset,
        }
      : null,
  };
}

export const classesOf = ({ attributes }: HtmlElement): readonly string[] =>
  (attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '');

export const hasClass = (element: HtmlElement, ...names: readonly string[]): boolean =>
  classesOf(element).some((name) => names.includes(name));

/** Every element in the order of the text, the outer before what it holds. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

/** The first element that suits, in the order of the text. */
export function findElement(
  nodes: readonly HtmlNode[],
  suits: (element: HtmlElement) => boolean,
): HtmlElement | undefined {
  for (const element of elementsIn(nodes)) if (suits(element)) return element;
  return undefined;
}

export function textOf(node: HtmlNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

/** A part of a text and what takes its place. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param changes In any order; none reaches into another. */
export function withChanges(html: string, changes: readonly Change[]): string {
  let at = 0;
  let changed = '';
  for (const { start, end, text } of [...changes].sort((one, other) => one.start - other.start)) {
    changed += html.slice(at, start) + text;
    at = end;
  }
  return changed + html.slice(at);
}

/** The start tag of an element that the site's build wrote, for a change of its attributes. */
export function startTag({ name, attributes }: Pick<HtmlElement, 'name' | 'attributes'>): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escapeAttribute(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
