/**
 * Parses built pages into trees; used by the build and the operators' commands.
 *
 * htmlparser2 takes a quarter of the time of a parser that corrects HTML like a browser, and our pages are valid
 * (tests/content/html-validity.test.ts).
 */
import { Parser } from 'htmlparser2';

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** For a <template>, its content. */
  readonly children: readonly HtmlNode[];
  readonly place: Readonly<Place>;
}
export type HtmlNode = HtmlElement | string;

/** Offsets of an element in the source. */
interface Place {
  /** Start and end of the element. */
  start: number;
  end: number;
  /** Start and end of its content. */
  innerStart: number;
  innerEnd: number;
}

interface OpenElement extends HtmlElement {
  readonly children: HtmlNode[];
  readonly place: Place;
}

/** @returns The root nodes. */
export function parseHtml(html: string): readonly HtmlNode[] {
  const top: HtmlNode[] = [];
  const open: OpenElement[] = [];
  let into = top;
  const parser = new Parser({
    onopentag(name, attributes) {
      const { startIndex: start, endIndex } = parser;
      const innerStart = endIndex + 1;
      const place = { start, end: innerStart, innerStart, innerEnd: innerStart };
      const element: OpenElement = { name, attributes, children: [], place };
      into.push(element);
      open.push(element);
      into = element.children;
    },
    ontext(text) {
      const last = into.at(-1);
      if (typeof last === 'string') into.splice(-1, 1, last + text);
      else into.push(text);
    },
    onclosetag(_name, isImplied) {
      const place = open.pop()?.place;
      if (place !== undefined) {
        // Without an end tag, the element ends where the next one begins, or with its start tag.
        place.innerEnd = Math.max(place.innerStart, parser.startIndex);
        place.end = isImplied ? place.innerEnd : parser.endIndex + 1;
      }
      into = open.at(-1)?.children ?? top;
    },
  });
  parser.end(html);
  return top;
}

export const classesOf = ({ attributes }: HtmlElement): readonly string[] =>
  (attributes['class'] ?? '').split(/\s+/).filter((name) => name !== '');

export const hasClass = (element: HtmlElement, ...names: readonly string[]): boolean =>
  classesOf(element).some((name) => names.includes(name));

/** Every element in document order, parents first. */
export function* elementsIn(nodes: readonly HtmlNode[]): Generator<HtmlElement> {
  for (const node of nodes) {
    if (typeof node === 'string') continue;
    yield node;
    yield* elementsIn(node.children);
  }
}

/** The first matching element in document order. */
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

/** A range of a text and its replacement. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param changes In any order. What another change takes out as part of something larger is gone with it. */
export function withChanges(html: string, changes: readonly Change[]): string {
  let at = 0;
  let changed = '';
  const inOrder = [...changes].sort((one, other) => one.start - other.start || one.end - other.end);
  for (const { start, end, text } of inOrder) {
    if (start < at) continue;
    changed += html.slice(at, start) + text;
    at = end;
  }
  return changed + html.slice(at);
}

/** Writes an element's start tag. */
export function startTag({ name, attributes }: Pick<HtmlElement, 'name' | 'attributes'>): string {
  const written = Object.entries(attributes).map(([attribute, value]) =>
    value === '' ? ` ${attribute}` : ` ${attribute}="${escapeAttribute(value)}"`,
  );
  return `<${name}${written.join('')}>`;
}

/** Sets attributes of an element. */
export function withAttributes(
  element: Omit<HtmlElement, 'children'>,
  values: HtmlElement['attributes'],
): Change[] {
  const { start, innerStart: end } = element.place;
  const attributes = { ...element.attributes, ...values };
  return [{ start, end, text: startTag({ ...element, attributes }) }];
}

const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
