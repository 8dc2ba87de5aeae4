/**
 * Names the service from which a file is, where it is not read here, so that the refusal leads on.
 *
 * Known by words that only that service writes (its public API or export). Does not own: files that are read.
 */

import { isRow } from '#domain/import/field-values.ts';
import type { ImportMessageId } from '#domain/messages/import.ts';

/** Words of each service; all of a list must be there. A nested word counts too. */
const services: readonly (readonly [problem: ImportMessageId, words: readonly (readonly string[])[]])[] = [
  ['import.file-robot', [['friendlyName'], ['friendly_name']]],
  ['import.file-better-stack', [['pronounceable_name'], ['monitor_type', 'check_frequency'], ['team_token']]],
  ['import.file-openstatus', [['periodicity'], ['frequency', 'kind', 'regions']]],
  ['import.file-gatus', [['endpoints', 'conditions'], ['external-endpoints'], ['services', 'conditions']]],
  [
    'import.file-statuscake',
    [['website_url'], ['test_type', 'check_rate'], ['WebsiteName'], ['TestID', 'TestType']],
  ],
  [
    'import.file-pingdom',
    [['lasttesttime'], ['lastresponsetime'], ['resolution', 'hostname'], ['verify_certificate']],
  ],
  [
    'import.file-freshping',
    [['check_url'], ['check_type', 'application'], ['check_interval', 'check_name'], ['freshping']],
  ],
  [
    'import.file-hetrix',
    [
      ['uptime_status', 'target'],
      ['check_frequency', 'target'],
      ['Target', 'Uptime'],
      ['monitor_status', 'target'],
    ],
  ],
];

/** Keys in a JSON, down to some depth. */
function keysOf(value: unknown, depth = 0, keys = new Set<string>()): ReadonlySet<string> {
  if (depth > 5) return keys;
  if (Array.isArray(value)) for (const each of value.slice(0, 20)) keysOf(each, depth + 1, keys);
  else if (isRow(value))
    for (const [key, each] of Object.entries(value).slice(0, 200)) {
      keys.add(key);
      keysOf(each, depth + 1, keys);
    }
  return keys;
}

const serviceOf = (has: (word: string) => boolean): ImportMessageId | null =>
  services.find(([, lists]) => lists.some((words) => words.every(has)))?.[0] ?? null;

/** What to say about a JSON of another service; `null` when none is known by it. */
export function foreignJson(file: unknown): ImportMessageId | null {
  const keys = keysOf(file);
  return serviceOf((word) => keys.has(word));
}

/** The same for the configuration files of services in YAML, which reach the reader of tables. */
export function foreignText(text: string): ImportMessageId | null {
  if (!/^(?:[\w"'-]+:(?:\s|$)|- |---|#)/m.test(text.slice(0, 2000)) || /^[^\n]*[,;\t]/.test(text.trimStart()))
    return null;
  const keys = new Set([...text.matchAll(/^[\s-]*["']?([\w-]+)["']?:(?:\s|$)/gm)].map(([, key]) => key));
  const known = serviceOf((word) => keys.has(word));
  if (known !== null) return known;
  return keys.size > 1 ? 'import.file-foreign' : null;
}
