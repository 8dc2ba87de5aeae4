/**
 * Words that lost the space between them: a letter or digit directly before or after a link or a mark in the text, where
 * the build ate the line break of the source.
 */

/** Elements within a line of text. */
const INLINE = 'a, strong, em, b, i, code, kbd, time, abbr';
/** Not read as text. */
const LEFT_OUT = 'pre, svg, script, style, template, code code';
/** Laid out apart by these classes (Tailwind), so that nothing stands directly beside them. */
const APART =
  /(?:^|\s)(?:\w+:)*(?:block|grid|flex|inline-flex|inline-block|absolute|sr-only|m[sexy]?-\S+)(?:\s|$)/;

const ENDS = /[\p{L}\p{N}]$/u;
const BEGINS = /^[\p{L}\p{N}]/u;

const isApart = (element: Element): boolean =>
  APART.test(element.getAttribute('class') ?? '') ||
  element.parentElement?.matches('[class~="flex"], [class~="grid"]') === true;

/** True where text stands beside the elements: a sentence, not a row of links. */
const isSentence = (parent: Node | null): boolean =>
  [...(parent?.childNodes ?? [])].some(
    (node) => node.nodeType === 3 && /\p{L}/u.test(node.textContent ?? ''),
  );

/** The text of a neighbour on the same line: of a text, or of another inline element in a sentence. */
function textOf(node: Node | null): string {
  if (node === null) return '';
  if (node.nodeType === 3) return node.textContent ?? '';
  if (node.nodeType !== 1 || !isSentence(node.parentNode)) return '';
  const element = node as Element;
  return element.matches(INLINE) && !isApart(element) ? (element.textContent ?? '') : '';
}

/** Each place, with some text around it. */
export function joinedWords(root: Element): string[] {
  const found: string[] = [];
  for (const element of root.querySelectorAll(INLINE)) {
    if (element.closest(LEFT_OUT) !== null || isApart(element)) continue;
    const own = element.textContent ?? '';
    const [before, after] = [textOf(element.previousSibling), textOf(element.nextSibling)];
    if (ENDS.test(before) && BEGINS.test(own)) found.push(`${before.slice(-30)}|${own.slice(0, 30)}`);
    if (ENDS.test(own) && BEGINS.test(after)) found.push(`${own.slice(-30)}|${after.slice(0, 30)}`);
  }
  return found;
}
