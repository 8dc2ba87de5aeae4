/** Reads minified CSS rule by rule, as far as leaving rules out needs it. */

const GROUPS = /^\s*@(?:layer|media|supports|container)\b/;

/**
 * @param narrow Gives each style rule its selector, '' to leave the rule out. Other at-rules (faces, keyframes) stay.
 * @returns The sheet without these rules, and without the groups that held nothing else.
 */
export function narrowRules(css: string, narrow: (selector: string) => string): string {
  return splitRules(css)
    .map((rule) => {
      const open = rule.indexOf('{');
      return open === -1 ? rule : narrowRule(rule.slice(0, open), rule.slice(open + 1, -1), narrow);
    })
    .join('');
}

/** The rules, groups and statements of a sheet, one by one. */
export function splitRules(css: string): string[] {
  const rules: string[] = [];
  for (let at = 0; at < css.length; ) {
    const open = css.indexOf('{', at);
    const statement = css.indexOf(';', at);
    const isStatement = statement !== -1 && (open === -1 || statement < open);
    const last = isStatement ? statement : open === -1 ? css.length : closingBrace(css, open);
    rules.push(css.slice(at, last + 1).trim());
    at = last + 1;
  }
  return rules;
}

/** One group a layer instead of one a component. Layers have an order of their own, so nothing looks different. */
export function joinLayers(css: string): string {
  const layers = Map.groupBy(splitRules(css), (rule) => /^@layer [\w-]+\{/.exec(rule)?.[0] ?? '');
  return [...layers]
    .map(([layer, rules]) =>
      layer === ''
        ? rules.join('')
        : `${layer}${rules.map((rule) => rule.slice(layer.length, -1)).join('')}}`,
    )
    .join('');
}

function narrowRule(prelude: string, body: string, narrow: (selector: string) => string): string {
  if (GROUPS.test(prelude)) {
    const inner = narrowRules(body, narrow);
    return inner.trim() === '' ? '' : `${prelude}{${inner}}`;
  }
  const selector = /^\s*@/.test(prelude) ? prelude : narrow(prelude);
  return selector === '' ? '' : `${selector}{${body}}`;
}

/** Where the block that begins at `open` ends. */
function closingBrace(css: string, open: number): number {
  let depth = 0;
  for (let at = open; at < css.length; at += 1) {
    if (css[at] === '{') depth += 1;
    if (css[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error('A built sheet has a brace that never closes.');
}

/** Splits a list at its top level: commas within parentheses, brackets and escapes stay. */
export function splitList(list: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < list.length; at += 1) {
    if (list[at] === '\\') at += 1;
    else if (list[at] === '(' || list[at] === '[') depth += 1;
    else if (list[at] === ')' || list[at] === ']') depth -= 1;
    else if (list[at] === ',' && depth === 0) {
      parts.push(list.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, list.slice(start)];
}
