/** Divides items into bodies that the API accepts. */
import { IMPORT_ITEMS_MAX, type ImportRequestItem } from '#domain/api-schemas/import.ts';
import type { FoundItem, ImportedItem, LeftItem } from '#domain/import/items.ts';
import { nameOf } from '#domain/import/items.ts';
import { toWire } from '#domain/import/wire.ts';
import { message } from '#domain/messages/import.ts';

/** A body has at most 16 KB; the rest of it is small. */
const BATCH_BYTES_MAX = 15 * 1024;

const bytesOf = (item: ImportRequestItem): number =>
  new TextEncoder().encode(JSON.stringify(item)).byteLength;

/** Separates the items that no body holds. */
export function withoutLarge(found: readonly FoundItem[]): {
  readonly found: readonly FoundItem[];
  readonly left: readonly LeftItem[];
} {
  const isLarge = ({ item }: FoundItem): boolean => bytesOf(toWire(item)) > BATCH_BYTES_MAX;
  return {
    found: found.filter((each) => !isLarge(each)),
    left: found.filter(isLarge).map(({ item }) => ({
      kind: item.kind,
      id: item.id,
      name: nameOf(item),
      reason: message('import.item-large'),
    })),
  };
}

/** Keeps the order, in which a group comes before its members. */
export function batchesOf(items: readonly ImportedItem[]): readonly (readonly ImportRequestItem[])[] {
  const batches: ImportRequestItem[][] = [];
  let size = 0;
  for (const item of items.map(toWire)) {
    const bytes = bytesOf(item) + 1;
    const last = batches.at(-1);
    if (last === undefined || last.length >= IMPORT_ITEMS_MAX || size + bytes > BATCH_BYTES_MAX) {
      batches.push([item]);
      size = bytes;
    } else {
      last.push(item);
      size += bytes;
    }
  }
  return batches;
}
