/** Hanging items of one group hold up no other group. */
import { expect, test } from 'vitest';
import { forEachByGroup } from '#functions/platform/concurrently.ts';

test('groups run in parallel, and a failure is reported with its item', async () => {
  const items = [...Array.from({ length: 12 }, (_, n) => `down-${n}`), 'up-0', 'up-1', 'up-2'];
  const done: string[] = [];
  const failed: string[] = [];
  const work = (item: string): Promise<void> => {
    if (item.startsWith('down')) return new Promise(() => undefined);
    if (item === 'up-1') return Promise.reject(new Error('refused'));
    done.push(item);
    return Promise.resolve();
  };
  void forEachByGroup(
    (item) => item.split('-')[0] ?? '',
    items,
    work,
    (item) => void failed.push(item),
  );
  await expect.poll(() => [done, failed]).toEqual([['up-0', 'up-2'], ['up-1']]);
});
