/**
 * Writes the text of a built article as Markdown, for whoever copies it or reads it by program.
 *
 * Owns: how each kind of element reads as Markdown; what authors' components draw (components/mdx) is told by its
 * elements and classes, so a new component reads sensibly by itself. Does not own: which pages have a twin.
 */
import { classesOf, findElement, type HtmlElement, type HtmlNode, hasClass, textOf } from '#lib/html-tree.ts';

const HEADINGS: ReadonlySet<string> = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const LANGUAGE = 'language-';
/** Not text: controls, drawings, what only eyes or only the search needs. */
const silent: ReadonlySet<string> = new Set(
  'button dialog input link nav noscript script select style svg template textarea'.split(' '),
);
const inlineNames: ReadonlySet<string> = new Set(
  'a abbr b bdi br cite code del em i img ins kbd mark picture q s samp small span strong sub sup time u var wbr'.split(
    ' ',
  ),
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
  return createWriter(pageUrl).blocks(nodes).join('\n\n');
}

function createWriter(pageUrl: string) {
  const absolute = (address: string): string => new URL(address, pageUrl).href;

  /** Inline elements and text between blocks gather into one paragraph. */
  function blocks(nodes: readonly HtmlNode[]): string[] {
    const written: string[] = [];
    let run: HtmlNode[] = [];
    const flush = (): void => {
      const text = inline(run).trim();
      if (text !== '') written.push(text);
      run = [];
    };
    for (const node of nodes) {
      if (typeof node === 'string' || inlineNames.has(node.name)) {
        run.push(node);
        continue;
      }
      flush();
      if (!isSilent(node)) written.push(...block(node));
    }
    flush();
    return written;
  }

  function block(element: HtmlElement): string[] {
    const { name, children } = element;
    if (name === 'astro-island' || hasClass(element, 'tool')) return tool(element);
    if (HEADINGS.has(name)) return [`${'#'.repeat(Number(name[1]))} ${inline(children).trim()}`];
    if (name === 'p') return paragraph(element);
    if (hasClass(element, 'steps')) return steps(element);
    if (name === 'ul' || name === 'ol') return [list(element)];
    if (name === 'dl') return [facts(element)];
    if (name === 'pre') return [fence(element)];
    if (name === 'table') return [table(element)];
    if (name === 'hr') return ['---'];
    if (name === 'figure') return figure(element);
    if (name === 'summary' || name === 'figcaption') return [`**${inline(children).trim()}**`];
    if (name === 'blockquote' || hasClass(element, 'callout')) return [quote(blocks(children))];
    return blocks(children);
  }

  function paragraph(element: HtmlElement): string[] {
    const text = inline(element.children).trim();
    if (text === '') return [];
    const isLabel = hasClass(element, 'callout-title', 'tab-name', 'pros-title', 'card-title');
    return [isLabel && !text.startsWith('[') ? `**${text}**` : text];
  }

  /** Each step is a section of its own, numbered. */
  function steps({ children }: HtmlElement): string[] {
    const items = children.filter(
      (node): node is HtmlElement => typeof node !== 'string' && node.name === 'li',
    );
    return items.flatMap((item, index) => {
      const title = findElement(item.children, ({ name }) => name === 'h3');
      const body = findElement(item.children, (element) => hasClass(element, 'step-body'));
      return [`### ${index + 1}. ${inline(title?.children ?? []).trim()}`, ...blocks(body?.children ?? [])];
    });
  }

  function list({ name, children }: HtmlElement): string {
    const items = children.filter(
      (node): node is HtmlElement => typeof node !== 'string' && node.name === 'li',
    );
    return items
      .map((item, index) => {
        const mark = name === 'ol' ? `${index + 1}. ` : '- ';
        return mark + indent(tight(blocks(item.children)), mark.length);
      })
      .join('\n');
  }

  /** Terms with what is said about them, also where a <div> holds each pair. */
  function facts({ children }: HtmlElement): string {
    const parts = children.flatMap((node) =>
      typeof node === 'string' ? [] : node.name === 'div' ? node.children : [node],
    );
    const lines: string[] = [];
    for (const part of parts) {
      if (typeof part === 'string' || isSilent(part)) continue;
      if (part.name === 'dt') lines.push(`- **${inline(part.children).trim().replace(/\s*:$/, '')}**:`);
      if (part.name !== 'dd') continue;
      const said = indent(tight(blocks(part.children)), 2);
      lines.push(`${lines.pop() ?? '-'}${/^(?:[-|>#]|```|\d+\. )/.test(said) ? '\n  ' : ' '}${said}`);
    }
    return lines.join('\n');
  }

  function fence(element: HtmlElement): string {
    const told = classesOf(element).find((name) => name.startsWith(LANGUAGE));
    const language = element.attributes['data-language'] ?? told?.slice(LANGUAGE.length) ?? '';
    const code = textOf(element).replace(/\n$/, '');
    const mark = code.includes('```') ? '````' : '```';
    return `${mark}${language === 'plaintext' ? '' : language}\n${code}\n${mark}`;
  }

  function table(element: HtmlElement): string {
    const rows = elementsNamed(element, 'tr').map((row) =>
      [...elementsNamed(row, 'th', 'td')].map((cell) => inline(cell.children).trim().replaceAll('|', '\\|')),
    );
    const [head = [], ...rest] = rows;
    const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
    return [line(head), line(head.map(() => '---')), ...rest.map(line)].join('\n');
  }

  function figure(element: HtmlElement): string[] {
    const caption = findElement(element.children, ({ name }) => name === 'figcaption');
    const said = caption === undefined ? '' : inline(caption.children).trim();
    if (hasClass(element, 'shot')) {
      const picture = findElement(element.children, ({ name }) => name === 'a');
      const image = findElement(element.children, ({ name }) => name === 'img');
      const address = picture?.attributes['href'] ?? image?.attributes['src'] ?? '';
      return [
        `![${image?.attributes['alt'] ?? ''}](${absolute(address)})`,
        ...(said === '' ? [] : [`*${said}*`]),
      ];
    }
    const rest = blocks(element.children.filter((node) => node !== caption));
    const isMessage = hasClass(element, 'message');
    return [...(said === '' ? [] : [`**${said}**`]), ...(isMessage ? [quote(rest)] : rest)];
  }

  /** What only works in the page is named, with where it is. */
  function tool(element: HtmlElement): string[] {
    const named = findElement([element], ({ attributes }) => (attributes['aria-label'] ?? '') !== '');
    const heading = findElement([element], ({ name }) => HEADINGS.has(name) || name === 'legend');
    const label = named?.attributes['aria-label'] ?? (heading && inline(heading.children).trim()) ?? '';
    return label === '' ? [] : [`*Ferramenta interativa nesta página: [${label}](${pageUrl}).*`];
  }

  function inline(nodes: readonly HtmlNode[]): string {
    return nodes
      .map((node) => (typeof node === 'string' ? escapeText(node.replace(/\s+/g, ' ')) : inlineElement(node)))
      .join('')
      .replace(/ +/g, ' ');
  }

  function inlineElement(element: HtmlElement): string {
    const { name, attributes, children } = element;
    if (isSilent(element)) return '';
    if (name === 'br') return '\n';
    if (name === 'img') return `![${attributes['alt'] ?? ''}](${absolute(attributes['src'] ?? '')})`;
    if (name === 'code' || name === 'kbd' || name === 'samp') return codeSpan(textOf(element));
    const text = inline(children);
    if (text.trim() === '') return text;
    if (name === 'strong' || name === 'b') return wrap(text, '**');
    if (name === 'em' || name === 'i') return wrap(text, '*');
    if (name === 'a' && attributes['href'] !== undefined)
      return `[${text.trim()}](${absolute(attributes['href'])})`;
    if (hasClass(element, 'field-required')) return ` (${text.trim()})`;
    return text;
  }

  return { blocks };
}

function elementsNamed(element: HtmlElement, ...names: string[]): HtmlElement[] {
  return element.children.flatMap((node) =>
    typeof node === 'string' ? [] : names.includes(node.name) ? [node] : elementsNamed(node, ...names),
  );
}

function escapeText(text: string): string {
  return text.replace(/[\\`*<]/g, '\\$&');
}

function codeSpan(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Marks stand at the words, never at a space beside them. */
function wrap(text: string, mark: string): string {
  const [, before = '', words = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  return `${before}${mark}${words}${mark}${after}`;
}

function quote(written: readonly string[]): string {
  return written
    .join('\n\n')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}

/** A list inside an item follows its sentence at once. */
function tight(written: readonly string[]): string {
  return written
    .map((text, index) => (index === 0 ? text : `${/^(?:- |\d+\. )/.test(text) ? '\n' : '\n\n'}${text}`))
    .join('');
}

function indent(text: string, width: number): string {
  return text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(width)}`);
}
