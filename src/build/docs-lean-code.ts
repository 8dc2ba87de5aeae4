/**
 * Reduces highlighted code to the elements that its colours need.
 *
 * Prism wraps each token in an element, with dozens of kinds; docs/copy/code.css has four colours. Kinds without a
 * colour are unwrapped, neighbours with the same colour are merged, and each colour has an element of its own: an
 * article with ten scripts is 0.4 kB lighter than with classes.
 */
import type { HastNode, HastPluginDefinition } from 'satteri';

type Element = Extract<HastNode, { readonly type: 'element' }>;
type Content = Element['children'][number];

/** Element by kind of token; other kinds have no colour. */
const COLORS: Readonly<Record<string, string>> = {
  property: 'b',
  keyword: 'b',
  function: 'b',
  tag: 'b',
  'attr-name': 'b',
  string: 'u',
  'attr-value': 'u',
  url: 'u',
  number: 'var',
  boolean: 'var',
  null: 'var',
  constant: 'var',
  comment: 'i',
  punctuation: 'i',
  operator: 'i',
};
/** With two kinds the later one wins. */
const RANK = ['b', 'u', 'var', 'i'];

/** Runs after the highlighter, which runs before our plugins. */
export const leanCode: HastPluginDefinition = {
  name: 'docs-lean-code',
  element: {
    filter: ['code'],
    visit(code) {
      const runs: Run[] = [];
      for (const child of code.children) gather(child, '', runs);
      return { ...code, children: runs.map(written) };
    },
  },
};

interface Run {
  readonly color: string;
  text: string;
}

function gather(node: Content, color: string, runs: Run[]): void {
  if (node.type === 'text') add(runs, color, node.value);
  if (node.type !== 'element') return;
  const own = colorOf(node) ?? color;
  for (const child of node.children) gather(child, own, runs);
}

/** White space has no colour, so it joins the run before it. */
function add(runs: Run[], color: string, text: string): void {
  const last = runs.at(-1);
  if (last !== undefined && (last.color === color || text.trim() === '')) last.text += text;
  else runs.push({ color, text });
}

function colorOf({ properties }: Element): string | undefined {
  const kinds = Array.isArray(properties['className']) ? properties['className'] : [];
  const found = kinds.flatMap((kind) => COLORS[kind] ?? []);
  return found.sort((one, other) => RANK.indexOf(other) - RANK.indexOf(one))[0];
}

function written({ color, text }: Run): Content {
  const value = { type: 'text' as const, value: text };
  if (color === '') return value;
  return { type: 'element', tagName: color, properties: {}, children: [value] };
}
