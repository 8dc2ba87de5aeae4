/**
 * Writes highlighted code with as few elements as its colours need.
 *
 * Prism wraps every bracket and name on its own, for dozens of kinds; features/copy/code.css knows four colours. Kinds
 * without a colour are unwrapped, neighbours of one colour share an element, and the class is one letter.
 */

/** Kind of token → the class that colours it. What is not named has the colour of plain code. */
const COLORS: Readonly<Record<string, string>> = {
  ...{ property: 'n', keyword: 'n', function: 'n', tag: 'n', 'attr-name': 'n' },
  ...{ string: 's', 'attr-value': 's', url: 's' },
  ...{ number: 'v', boolean: 'v', null: 'v', constant: 'v' },
  ...{ comment: 'c', punctuation: 'c', operator: 'c' },
};
/** In the order of the rules in code.css: when a token has two kinds, the later rule wins. */
const RANK = 'nsvc';

const CODE = /(<code class="language-[^"]*">)([\s\S]*?)(<\/code>)/g;

export function leanCode(html: string): string {
  return html.replace(
    CODE,
    (_, open: string, code: string, close: string) => open + leanTokens(code) + close,
  );
}

interface Run {
  color: string;
  text: string;
}

function leanTokens(code: string): string {
  const runs: Run[] = [];
  const colors: string[] = [''];
  for (const [, tag, text = ''] of code.matchAll(/(<[^>]*>)|([^<]+)/g)) {
    if (tag === undefined) add(runs, colors.at(-1) ?? '', text);
    else if (tag === '</span>') colors.pop();
    else colors.push(colorOf(tag) || (colors.at(-1) ?? ''));
  }
  return runs
    .map(({ color, text }) => (color === '' ? text : `<span class="${color}">${text}</span>`))
    .join('');
}

/** Blanks have no colour, so they belong to whatever stands before them. */
function add(runs: Run[], color: string, text: string): void {
  const last = runs.at(-1);
  if (last !== undefined && (last.color === color || text.trim() === '')) last.text += text;
  else runs.push({ color, text });
}

function colorOf(tag: string): string {
  const kinds = /class="([^"]*)"/.exec(tag)?.[1]?.split(/\s+/) ?? [];
  const found = kinds.flatMap((kind) => COLORS[kind] ?? []);
  return found.sort((one, other) => RANK.indexOf(other) - RANK.indexOf(one))[0] ?? '';
}
