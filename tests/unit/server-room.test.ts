/** The ceiling of one server, by its memory. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FREE_REQUESTS } from '#domain/clusters/room.ts';
import { MEMORY_GIB_MIN, PLATFORM_REQUESTS, SYSTEM_MIB, serverRoom } from '#domain/clusters/server-room.ts';

const sizes = fc.integer({ min: MEMORY_GIB_MIN, max: 2048 });
const roomOf = (memoryGib: number) => {
  const room = serverRoom(memoryGib);
  if (room === null) throw new Error(`${memoryGib} GiB hold nothing.`);
  return room;
};

describe('any server', () => {
  test('fits what it promises into what the kubelet gives to pods', () => {
    fc.assert(
      fc.property(sizes, (memoryGib) => {
        const { environments } = roomOf(memoryGib);
        // 94 %: the least that the installation accepts of what was sold.
        const allocatable = memoryGib * 1024 * 0.94 - SYSTEM_MIB;
        const requested = environments * FREE_REQUESTS.memoryMib + PLATFORM_REQUESTS.memoryMib;
        expect(requested).toBeLessThanOrEqual(allocatable);
      }),
    );
  });

  test('has a pod and two addresses for each environment, and for the rest', () => {
    fc.assert(
      fc.property(sizes, (memoryGib) => {
        const { environments, maxPods, nodeCidrMask } = roomOf(memoryGib);
        expect(maxPods).toBeGreaterThanOrEqual(environments + 60);
        expect(2 ** (32 - nodeCidrMask)).toBeGreaterThanOrEqual(2 * maxPods);
        // Of 10.42.0.0/16, which is left for other servers.
        expect(nodeCidrMask).toBeGreaterThan(16);
      }),
    );
  });

  test('counts the processors that so many environments ask for', () => {
    fc.assert(
      fc.property(sizes, (memoryGib) => {
        const { environments, cpusMin } = roomOf(memoryGib);
        expect(cpusMin * 1000).toBeGreaterThanOrEqual(environments * FREE_REQUESTS.cpuMillis);
      }),
    );
  });

  test('holds no fewer with more memory, and never another range of addresses', () => {
    fc.assert(
      fc.property(sizes, fc.nat({ max: 512 }), (memoryGib, more) => {
        const [small, large] = [roomOf(memoryGib), roomOf(memoryGib + more)];
        expect(large.environments).toBeGreaterThanOrEqual(small.environments);
        expect(large.maxPods).toBeGreaterThanOrEqual(small.maxPods);
        expect(large.nodeCidrMask).toBe(small.nodeCidrMask);
      }),
    );
  });
});

test('a server that is too small, or of no size, holds nothing', () => {
  for (const memoryGib of [MEMORY_GIB_MIN - 1, 0, -64, Number.NaN]) expect(serverRoom(memoryGib)).toBeNull();
});

test('the operators’ table says what the function does', () => {
  const document = readFileSync(join(import.meta.dirname, '../../docs/single-node.md'), 'utf8');
  const rows = [...document.matchAll(/^\| (\d+) GiB \| (\d+) \| (\d+) \| (\d+) \|$/gm)].map((row) =>
    row.slice(1).map(Number),
  );
  expect(rows.length).toBeGreaterThan(4);
  for (const [memoryGib = 0, ...said] of rows) {
    const { environments, maxPods, cpusMin } = roomOf(memoryGib);
    expect(said, `${memoryGib} GiB`).toEqual([environments, maxPods, cpusMin]);
  }
});
