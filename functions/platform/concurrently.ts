/** How many items of a batch, or of a group, are worked at once. */
const CONCURRENCY = 5;

/**
 * Processes a batch, a few items in parallel.
 * @param onFailure Called when `work` throws, so that the other items continue; without it the first failure is thrown.
 * @param atOnce More than a few where most of the time is spent waiting.
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  onFailure?: (item: T, error: unknown) => Promise<void> | void,
  atOnce = CONCURRENCY,
): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) {
      try {
        await work(item);
      } catch (error) {
        if (onFailure === undefined) throw error;
        await onFailure(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

/** Processes all groups in parallel, so that hanging calls in one group do not hold up the others. */
export async function forEachByGroup<T>(
  groupOf: (item: T) => string,
  items: readonly T[],
  work: (item: T) => Promise<void>,
  onFailure: (item: T, error: unknown) => Promise<void> | void,
): Promise<void> {
  const groups = new Set(items.map(groupOf));
  const itemsOf = (group: string): T[] => items.filter((item) => groupOf(item) === group);
  await Promise.all([...groups].map((group) => forEachConcurrently(itemsOf(group), work, onFailure)));
}
