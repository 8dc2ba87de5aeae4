/** The size of a volume: by plan where the storage can grow, and never smaller than it was. */
import { describe, expect, test } from 'vitest';
import { CHART_VOLUME_MIB, readSize, volumeMib, writeSize } from '#domain/clusters/volume.ts';

const sizesMib = { free: 1024, essential: 2048, pro: 3072, enterprise: 4096 };
const grows = { canGrow: true, sizesMib };
const stays = { canGrow: false, sizesMib };
const none = { hadMib: null, hereMib: null };

describe.each([
  ['a new one', 'free', none, 1024, 4096],
  ['a new paid one', 'pro', none, 3072, 4096],
  ['after an upgrade', 'pro', { hadMib: 1024, hereMib: 1024 }, 3072, 1024],
  ['back on the free plan', 'free', { hadMib: 3072, hereMib: 3072 }, 3072, 3072],
  ['on another cluster', 'free', { hadMib: 3072, hereMib: null }, 3072, 4096],
  ['larger than every plan, on another cluster', 'free', { hadMib: 9216, hereMib: null }, 9216, 9216],
  ['with rows of an earlier moment', 'free', { hadMib: 1024, hereMib: 4096 }, 4096, 4096],
  ['with rows that are lost', 'free', { hadMib: null, hereMib: 2048 }, 2048, 2048],
  ['of a plan that is gone', 'start', none, 4096, 4096],
] as const)('%s', (_, planId, known, growing, staying) => {
  test(`has ${writeSize(growing)} where storage can grow`, () => {
    expect(volumeMib({ planId, storage: grows, ...known })).toBe(growing);
  });
  test(`has ${writeSize(staying)} where it cannot`, () => {
    expect(volumeMib({ planId, storage: stays, ...known })).toBe(staying);
  });
});

test('is never smaller than on this cluster, whatever plan and storage come next', () => {
  const plans = ['free', 'essential', 'pro', 'enterprise'];
  for (const first of plans)
    for (const second of plans)
      for (const storages of [
        [grows, grows],
        [grows, stays],
        [stays, grows],
        [stays, stays],
      ] as const) {
        const before = volumeMib({ planId: first, storage: storages[0], ...none });
        const after = volumeMib({ planId: second, storage: storages[1], hadMib: before, hereMib: before });
        expect([first, second, after >= before]).toEqual([first, second, true]);
        // What cannot grow is asked for nothing else.
        if (storages[1] === stays) expect(after).toBe(before);
      }
});

test.each([
  ['512Mi', 512],
  ['4Gi', CHART_VOLUME_MIB],
  ['1Ti', 1_048_576],
])('%s is read and written', (text, mib) => {
  expect(readSize(text)).toBe(mib);
  expect(readSize(writeSize(mib))).toBe(mib);
});
