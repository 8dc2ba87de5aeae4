/**
 * The one form in which monitors and channels are brought in, whatever they come from.
 *
 * A reader (kuma-backup.ts, kuma-tables.ts, uptimerobot.ts, table.ts) makes it; plan.ts decides what becomes of each
 * item; the companion (companion/imports.ts) makes them, keyed by source, kind and id.
 */

/** A value of a monitor or channel, as JSON carries it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** Fields of Uptime Kuma 2.5.3's `add` event (columns.ts). */
export type MonitorFields = Readonly<Record<string, Json>>;

/** The column of such a field in the instance's database; databases of 1.x lack some. */
export function columnOf(field: string): string {
  if (field === 'accepted_statuscodes') return 'accepted_statuscodes_json';
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export interface ImportedTag {
  readonly name: string;
  readonly color: string;
  readonly value: string;
}

export interface ImportedMonitor {
  readonly kind: 'monitor';
  readonly id: string;
  /** False to make it paused. */
  readonly active: boolean;
  readonly monitor: MonitorFields;
  /** Id of its group, which comes before it. */
  readonly parent: string | null;
  /** Ids of its channels. */
  readonly channels: readonly string[];
  readonly tags: readonly ImportedTag[];
}

export interface ImportedChannel {
  readonly kind: 'channel';
  readonly id: string;
  readonly name: string;
  /** Fields of the provider, with its `type`. */
  readonly config: Readonly<Record<string, Json>>;
}

export type ImportedItem = ImportedMonitor | ImportedChannel;
export type ItemKind = ImportedItem['kind'];

/** An item as a reader found it; `notes` are sentences about what differs here. */
export interface FoundItem {
  readonly item: ImportedItem;
  readonly notes: readonly string[];
}

/** Something that cannot come, and why. */
export interface LeftItem {
  readonly kind: ItemKind;
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

/** What a source has. */
export interface Reading {
  /** Names the source in the companion's record. */
  readonly source: 'uptime-kuma' | 'uptimerobot' | 'csv';
  /** Channels first, then monitors; a group before its members. */
  readonly found: readonly FoundItem[];
  readonly left: readonly LeftItem[];
  /** Sentences about everything else that does not come. */
  readonly notes: readonly string[];
}

/** More than any plan allows; what the reports and limits of one environment can carry. */
export const MONITORS_MAX = 500;

export const nameOf = (item: ImportedItem): string =>
  item.kind === 'channel' ? item.name : String(item.monitor['name'] ?? '');

/**
 * Short mark of a text (after FNV-1a, 32 bits). It keeps the items of two installations apart, whose own ids both begin at 1;
 * it protects nothing.
 */
export function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
