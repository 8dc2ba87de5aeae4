/**
 * Reads the number of monitors from an instance's `/metrics` (Prometheus text format 0.0.4).
 *
 * Owns: which series are a monitor's. Measured on 2.5.3: `monitor_status` alone follows monitors that are paused or
 * deleted, the others stay behind; a monitor shows only after its first check since the process began or since it was
 * changed; groups show as monitors; a tag adds a label of its own, before or between the known ones.
 */

/** Present even without a monitor: an answer that lacks it is not an instance's. */
const DECLARATION = /^# TYPE monitor_status gauge$/m;
const SERIES = 'monitor_status{';
/** `name="value"` and what follows it; a value escapes quote, backslash and line feed. */
const LABEL = /\s*([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,?\s*\}|,)/y;

/**
 * Monitors of the instance, groups left out: at least this many, see above.
 *
 * @param text The body of the answer.
 * @returns `null` when it is not what an instance answers, or a series in it cannot be read.
 */
export function countMonitors(text: string): number | null {
  if (!DECLARATION.test(text)) return null;
  const monitors = new Set<string>();
  for (const line of text.split('\n')) {
    if (!line.startsWith(SERIES)) continue;
    const labels = readLabels(line);
    if (labels === null) return null;
    if (labels.get('monitor_type') !== 'group') monitors.add(identityOf(labels));
  }
  return monitors.size;
}

/**
 * Series of one monitor count once, also when a change of its address or tags left another behind. Versions without
 * `monitor_id` are told apart by name: two of one name then count as one, which keeps the number a lower bound.
 */
function identityOf(labels: ReadonlyMap<string, string>): string {
  const id = labels.get('monitor_id');
  return id === undefined ? `name ${labels.get('monitor_name') ?? ''}` : `id ${id}`;
}

/** The labels of a line, values as written; `null` for a line that ends too early or breaks the format. */
function readLabels(line: string): ReadonlyMap<string, string> | null {
  const labels = new Map<string, string>();
  LABEL.lastIndex = SERIES.length;
  for (;;) {
    const [, name, value, after] = LABEL.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    labels.set(name, value);
    if (after?.endsWith('}')) return /^\s+\S/.test(line.slice(LABEL.lastIndex)) ? labels : null;
  }
}
