/**
 * Writes the text of a built article as Markdown, for whoever copies it or reads it by program.
 *
 * Owns: what authors' components draw (docs/blocks) as plain HTML, recognised by elements and classes, so that a new
 * component reads sensibly by itself. From there hast-util-to-mdast and mdast-util-to-markdown know the way. Does not
 * own: which pages have a twin.
 */
import { toMdast } from 'hast-util-to-mdast';
import { type Handle, toMarkdown } from 'mdast-util-to-markdown';
import { classesOf, findElement, type HtmlElement, type HtmlNode, hasClass, textOf } from '#lib/html-tree.ts';

type Element = Extract<Parameters<typeof toMdast>[0], { readonly type: 'element' }>;
type ElementContent = Element['children'][number];
type Table = Extract<ReturnType<typeof toMdast>, { readonly type: 'table' }>;

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LANGUAGE = 'language-';
/** Not text: controls, drawings, what only eyes or only the search needs. */
const silent: ReadonlySet<string> = new Set(
  'button dialog input link nav noscript script select style svg template textarea'.split(' '),
);

function isSilent(element: HtmlElement): boolean {
  const { name, attributes } = element;
  return (
    silent.has(name) ||
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    hasClass(element, 'sr-only', 'heading-link', 'no-script-note') ||
    ('data-pagefind-ignore' in attributes && !hasClass(element, 'field-required'))
  );
}

/** @param pageUrl Absolute address of the page; links and pictures are made absolute by it. */
export function htmlToMarkdown(nodes: readonly HtmlNode[], pageUrl: string): string {
  const children = createReader(pageUrl)(nodes);
  return toMarkdown(toMdast({ type: 'root', children }), {
    bullet: '-',
    rule: '-',
    handlers: { table },
  }).trimEnd();
}

const make = (name: string, children: ElementContent[], properties: Element['properties'] = {}): Element => ({
  type: 'element',
  tagName: name,
  properties,
  children,
});
const text = (value: string): ElementContent => ({ type: 'text', value });

function createReader(pageUrl: string) {
  const absolute = (address = ''): string => new URL(address, pageUrl).href;
  const read = (nodes: readonly HtmlNode[]): ElementContent[] => nodes.flatMap(readNode);

  function readNode(node: HtmlNode): ElementContent[] {
    if (typeof node === 'string') return [text(node.replaceAll('\u00a0', ' '))];
    // A word that opens its explanation is a word of the sentence.
    if (hasClass(node, 'term')) return read(node.children);
    if (isSilent(node)) return [];
    return special(node) ?? [usual(node)];
  }

  function usual({ name, attributes, children }: HtmlElement): Element {
    const { href, src, alt } = attributes;
    if (name === 'img') return make(name, [], { src: absolute(src), alt: alt ?? '' });
    if (name === 'a' && href === undefined) return make('span', read(children));
    const content = read(children);
    const properties = href === undefined ? {} : { href: absolute(href) };
    return make(name, name === 'li' ? unwrapped(content) : content, properties);
  }

  /** What needs more than its element says; nothing for all others. */
  function special(element: HtmlElement): ElementContent[] | undefined {
    const { name, children } = element;
    if (hasClass(element, 'tool') || hasClass(element, 'sla-calculator')) return tool(element);
    if (hasClass(element, 'steps')) return steps(element);
    if (hasClass(element, 'fold')) return fold(element);
    if (hasClass(element, 'callout')) return [make('blockquote', read(children))];
    if (hasClass(element, 'field-required')) return [text(' ('), ...read(children), text(')')];
    if (name === 'summary' || isLabel(element)) return [label(children)];
    if (name === 'dl') return [facts(element)];
    if (name === 'pre') return [code(element)];
    return name === 'figure' ? figure(element) : undefined;
  }

  const label = (children: readonly HtmlNode[]): Element =>
    make('p', [make('strong', read(children.flatMap(withoutStrong)))]);

  /** Each step is a section of its own, numbered. */
  const steps = ({ children }: HtmlElement): ElementContent[] =>
    elementsNamed(children, 'li').flatMap((item, index) => {
      const title = findElement(item.children, ({ name }) => name === 'h3');
      const body = findElement(item.children, (element) => hasClass(element, 'step-body'));
      return [
        make('h3', [text(`${index + 1}. `), ...read(title?.children ?? [])]),
        ...read(body?.children ?? []),
      ];
    });

  /** A closed part is a section, with its hint as the first sentence. */
  function fold({ children }: HtmlElement): ElementContent[] {
    const title = findElement(children, ({ name }) => name === 'h3');
    const hint = findElement(children, (element) => hasClass(element, 'fold-hint'));
    const body = findElement(children, (element) => hasClass(element, 'fold-body'));
    return [
      make('h3', read(title?.children ?? [])),
      make('p', read(hint?.children ?? [])),
      ...read(body?.children ?? []),
    ];
  }

  /** Terms with what is said about them. */
  function facts({ children }: HtmlElement): Element {
    const items: Element[] = [];
    for (const part of elementsNamed(children, 'dt', 'dd')) {
      if (isSilent(part)) continue;
      const said = read(part.children);
      if (part.name === 'dt') items.push(make('li', [make('strong', said), text(': ')]));
      else items.at(-1)?.children.push(...unwrapped(said));
    }
    return make('ul', items);
  }

  /** With the caption above: what follows is read by it. */
  function figure(element: HtmlElement): ElementContent[] {
    const { children } = element;
    const caption = findElement(children, ({ name }) => name === 'figcaption');
    const said = caption?.children ?? [];
    if (hasClass(element, 'shot')) {
      const picture = findElement(children, ({ name }) => name === 'a');
      const image = findElement(children, ({ name }) => name === 'img');
      const src = absolute(picture?.attributes['href'] ?? image?.attributes['src']);
      const shown = make('p', [make('img', [], { src, alt: image?.attributes['alt'] ?? '' })]);
      return caption === undefined ? [shown] : [shown, make('p', [make('em', read(said))])];
    }
    const rest = read(children.filter((node) => node !== caption));
    const isMessage = hasClass(element, 'message');
    return [
      ...(caption === undefined ? [] : [label(said)]),
      ...(isMessage ? [make('blockquote', rest)] : rest),
    ];
  }

  /** What only works in the page is named, with where it is. */
  function tool(element: HtmlElement): ElementContent[] {
    const named = findElement([element], ({ attributes }) => (attributes['aria-label'] ?? '') !== '');
    const heading = findElement([element], ({ name }) => HEADINGS.has(name) || name === 'legend');
    const name = named?.attributes['aria-label'] ?? (heading && textOf(heading).trim()) ?? '';
    if (name === '') return [];
    const link = make('a', [text(name)], { href: pageUrl });
    return [make('p', [make('em', [text('Ferramenta interativa nesta página: '), link, text('.')])])];
  }

  return read;
}

/** One of what a part consists of, at any depth: rows of a table, pairs of a list of terms. */
function elementsNamed(nodes: readonly HtmlNode[], ...names: string[]): HtmlElement[] {
  return nodes.flatMap((node) =>
    typeof node === 'string'
      ? []
      : names.includes(node.name)
        ? [node]
        : elementsNamed(node.children, ...names),
  );
}

/** What is bold as a whole has nothing bold in it. */
const withoutStrong = (node: HtmlNode): readonly HtmlNode[] =>
  typeof node !== 'string' && node.name === 'strong' ? node.children : [node];

/** A sentence at the beginning of an item stands beside its mark, and what follows it below. */
const unwrapped = (content: readonly ElementContent[]): ElementContent[] => {
  const first = content.findIndex((node) => node.type !== 'text' || node.value.trim() !== '');
  return content.flatMap((node, index) =>
    index === first && node.type === 'element' && node.tagName === 'p' ? node.children : [node],
  );
};

const LABELS = ['callout-title', 'tab-name', 'pros-title', 'card-title'];
/** A title that is a link stands out by itself. */
const isLabel = (element: HtmlElement): boolean =>
  element.name === 'p' &&
  hasClass(element, ...LABELS) &&
  findElement(element.children, ({ name }) => name === 'a') === undefined;

function code(element: HtmlElement): Element {
  const named = classesOf(element).find((name) => name.startsWith(LANGUAGE));
  const language = element.attributes['data-language'] ?? named?.slice(LANGUAGE.length) ?? '';
  const className = language === '' || language === 'plaintext' ? [] : [LANGUAGE + language];
  return make('pre', [make('code', [text(textOf(element))], { className })]);
}

/** As GitHub reads them, without the parser that mdast-util-gfm-table brings along. */
const table: Handle = (node: Table, _parent, state, info) => {
  const [head = [], ...rows] = node.children.map((row) =>
    row.children.map((cell) =>
      state
        .containerPhrasing(cell, { ...info, before: '|', after: '|' })
        .replace(/\\?\n/g, ' ')
        .replaceAll('|', '\\|'),
    ),
  );
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
};
