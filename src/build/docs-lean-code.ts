/**
 * Writes highlighted code with as few elements as its colours need.
 *
 * Prism wraps every bracket and name on its own, for dozens of kinds; features/copy/code.css knows four colours. Kinds
 * without a colour are unwrapped, neighbours of one colour share an element, and the class is one letter.
 */
import type { HastNode, HastPluginDefinition } from 'satteri';

type Element = Extract<HastNode, { readonly type: 'element' }>;
type Content = Element['children'][number];

/** Kind of token → the class that colours it. What is not named has the colour of plain code. */
const COLORS: Readonly<Record<string, string>> = {
  ...{ property: 'n', keyword: 'n', function: 'n', tag: 'n', 'attr-name': 'n' },
  ...{ string: 's', 'attr-value': 's', url: 's' },
  ...{ number: 'v', boolean: 'v', null: 'v', constant: 'v' },
  ...{ comment: 'c', punctuation: 'c', operator: 'c' },
};
/** In the order of the rules in code.css: when a token has two kinds, the later rule wins. */
const RANK = 'nsvc';

/** Runs after the highlighter, which comes before all plugins of ours. */
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

/** Blanks have no colour, so they belong to the run before them. */
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
  return { type: 'element', tagName: 'span', properties: { className: [color] }, children: [value] };
}
