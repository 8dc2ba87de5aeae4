/** Divides items into bodies that the API accepts. */
import { IMPORT_ITEMS_MAX, ImportItem } from '#domain/api-schemas/import.ts';
import { type FoundItem, type ImportedItem, type LeftItem, nameOf } from '#domain/import/items.ts';
import { message } from '#domain/messages/import.ts';

/** A body has at most 16 KB; the rest of it is small. */
const BATCH_BYTES_MAX = 15 * 1024;

const bytesOf = (item: ImportedItem): number => new TextEncoder().encode(JSON.stringify(item)).byteLength;

/** Why the API would not take an item, alone or with its whole batch; `null` when it does. */
function problemOf(item: ImportedItem): string | null {
  if (bytesOf(item) > BATCH_BYTES_MAX) return message('import.item-large');
  return ImportItem.safeParse(item).success ? null : message('import.item-shape');
}

/** Separates the items that the API does not take. */
export function withoutUncarried(found: readonly FoundItem[]): {
  readonly found: readonly FoundItem[];
  readonly left: readonly LeftItem[];
} {
  const judged = found.map((each) => ({ each, reason: problemOf(each.item) }));
  return {
    found: judged.flatMap(({ each, reason }) => (reason === null ? [each] : [])),
    left: judged.flatMap(({ each: { item }, reason }) =>
      reason === null ? [] : [{ kind: item.kind, id: item.id, name: nameOf(item), reason }],
    ),
  };
}

/** Keeps the order, in which a group comes before its members. */
export function batchesOf(items: readonly ImportedItem[]): readonly ImportedItem[][] {
  const batches: ImportedItem[][] = [];
  let size = 0;
  for (const item of items) {
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
