/** Items looked at at the same time; a slow one holds up this many and no more. */
const SIDE_BY_SIDE = 5;

/** Works through a batch, a few at a time. `work` sees to its own failures: one item must not keep the others waiting. */
export async function sideBySide<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const queue = items.values();
  const worker = async (): Promise<void> => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, worker));
}
