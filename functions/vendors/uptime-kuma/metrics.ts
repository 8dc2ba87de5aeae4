/**
 * Reads the number of monitors from an instance's `/metrics` (Prometheus text format 0.0.4).
 *
 * Owns: which series belong to a monitor. Measured on 2.5.3: only `monitor_status` follows paused and deleted monitors,
 * the other series stay; a monitor appears only after its first check since the process started or since it was
 * changed; groups appear as monitors; a tag adds its own label, before or between the known ones.
 */

/** Present even without monitors; a response without it is not from an instance. */
const DECLARATION = /^# TYPE monitor_status gauge$/m;
const SERIES = 'monitor_status{';
/** `name="value"` and the separator after it; a value escapes quote, backslash and line feed. */
const LABEL = /\s*([a-zA-Z_]\w*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(,?\s*\}|,)/y;

/**
 * Monitors of the instance without groups, as a lower bound (see above).
 *
 * @param text The response body.
 * @returns `null` when it is not an instance's response, or a series cannot be parsed.
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
 * The key under which series of one monitor count once, even when a changed address or tag left an old series. Versions
 * without `monitor_id` use the name: two monitors of one name then count as one, so the number stays a lower bound.
 */
function identityOf(labels: ReadonlyMap<string, string>): string {
  const id = labels.get('monitor_id');
  return id === undefined ? `name ${labels.get('monitor_name') ?? ''}` : `id ${id}`;
}

/** The labels of a line, values with their escapes; `null` for an incomplete or malformed line. */
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
