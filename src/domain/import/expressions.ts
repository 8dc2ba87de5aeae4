/**
 * Expressions of JSONata in monitors: the ones that a person should look at first, and paths of other services in it.
 *
 * A file comes from anywhere, and an expression runs in the customer's environment; what could reach more than the answer
 * is made paused. The language is not parsed here: a plain path has none of these parts.
 */

/** Parts that name what is behind a value, keep values, or put names together while it runs. */
const doubtful = /__|constructor|prototype|:=|\\[ux]|\$(?:eval|lookup|clone)\b/i;

export const isDoubtful = (expression: string): boolean => doubtful.test(expression);

/** Writing of JSONPath that JSONata does not read. `[*]` it does read, for items that are objects. */
export const isJsonPath = (expression: string): boolean => /\$\.\.|\[\s*\?\s*\(|@\./.test(expression);

/** Words that JSONata takes for operators and values. */
const words = new Set(['and', 'or', 'in', 'true', 'false', 'null', 'function']);

/** The next step of a path: `.name`, `['name']` or `[0]`. */
const STEP = /^(?:\.([^\s.[\]()*?@,:'"`]+)|\[\s*(?:'([^'`\\]+)'|"([^"`\\]+)")\s*\]|\[\s*(\d{1,9})\s*\])/;

/**
 * A path in the JSONPath that UptimeRobot takes, as JSONata with the same meaning; `null` for one without: filters, wildcards,
 * slices and functions.
 */
export function toJsonata(path: string): string | null {
  let rest = path.trim();
  // `$` may be left out there.
  rest = rest.startsWith('$') ? rest.slice(1) : rest.startsWith('[') ? rest : `.${rest}`;
  let written = '$';
  while (rest !== '') {
    const step = STEP.exec(rest);
    if (step === null) return null;
    const [all, dotted, single, double, index] = step;
    const name = dotted ?? single ?? double;
    // A number after a dot is a place to some and a name to others.
    if (dotted !== undefined && /^\d+$/.test(dotted)) return null;
    // Of a list it is the number of items there, and nothing here.
    if (dotted === 'length') return null;
    if (name === undefined) written += `[${index}]`;
    else {
      const isPlain = /^[a-z_]\w*$/i.test(name) && !words.has(name);
      const quoted = isPlain ? name : `\`${name}\``;
      written = written === '$' ? quoted : `${written}.${quoted}`;
    }
    rest = rest.slice(all.length);
  }
  return written;
}
