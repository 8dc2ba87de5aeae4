/**
 * Built pages as trees: what the build and the operator's commands read them with.
 *
 * htmlparser2 takes a quarter of the time of a parser that reads as a browser does, and pages that the build wrote leave
 * nothing to guess (tests/content/html-validity.test.ts).
 */
import { Parser } from 'htmlparser2';

export interface HtmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Of a <template> what it holds. */
  readonly children: readonly HtmlNode[];
  readonly place: Readonly<Place>;
}
export type HtmlNode = HtmlElement | string;

/** Of an element in the text it was read from. */
interface Place {
  /** Where it begins and ends. */
  start: number;
  end: number;
  /** Where its content begins and ends. */
  innerStart: number;
  innerEnd: number;
}

interface OpenElement extends HtmlElement {
  readonly children: HtmlNode[];
  readonly place: Place;
}

/** @returns The nodes at the top. */
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
        // An element that needs no end tag ends where the next one begins, or with its own start tag.
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

/** Gives attributes of an element other values, or adds them. */
export function withAttributes(element: HtmlElement, values: HtmlElement['attributes']): Change[] {
  const { start, innerStart: end } = element.place;
  const attributes = { ...element.attributes, ...values };
  return [{ start, end, text: startTag({ ...element, attributes }) }];
}

const escapeAttribute = (value: string): string => value.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
