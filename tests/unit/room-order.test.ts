/** The rooms of functions/ have an order, drawn in docs/architecture.md: each imports only from rooms below it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
/** Below every room; biome.json says what they may import themselves. */
const floor = new Set(['http', 'platform', 'vendors']);

/** The rooms as drawn, from the top down. */
const drawn = /^### A ordem das salas$[\s\S]*?^```text\n([\s\S]*?)^```$/m
  .exec(readFileSync(join(root, 'docs/architecture.md'), 'utf8'))?.[1]
  ?.trim()
  .split('\n')
  .map((line) => line.split(' ')[0] ?? '');
const rooms = drawn ?? [];

interface Import {
  readonly from: string;
  readonly path: string;
  readonly names: readonly string[];
}

/** Imports of functions/ by functions/, of values and of types, as paths inside functions/. */
const imports: readonly Import[] = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))
  .flatMap((from) =>
    [
      ...readFileSync(join(root, 'functions', from), 'utf8').matchAll(
        /^(?:import|export)\s([^;']*?)from '((?:#functions|\.{1,2})\/[^']+)'/gm,
      ),
    ].map(([, names = '', specifier = '']) => ({
      from,
      path: specifier.startsWith('#')
        ? specifier.slice('#functions/'.length)
        : posix.join(posix.dirname(from), specifier),
      names: [...names.matchAll(/\w+/g)].map(([name]) => name).filter((name) => name !== 'type'),
    })),
  );

const roomOf = (path: string): string | null => (path.includes('/') ? (path.split('/')[0] ?? null) : null);

test('every folder of functions/ with code is drawn', () => {
  const folders = new Set(imports.map(({ from }) => roomOf(from)).filter((room) => room !== null));
  expect([...folders].filter((room) => !floor.has(room)).sort()).toEqual(rooms.toSorted());
});

describe('from a room, only rooms below it are imported', () => {
  test.each(rooms)('%s', (room) => {
    const upwards = imports.filter(({ from, path }) => {
      const to = roomOf(path);
      if (roomOf(from) !== room || to === null || to === room || floor.has(to)) return false;
      return rooms.indexOf(to) <= rooms.indexOf(room);
    });
    expect(upwards.map(({ from, path }) => `${from} imports ${path}`)).toEqual([]);
  });
});

/** What the clients of clusters read of an environment. */
const readings = [
  'findRestore',
  'isStoppedToMove',
  'clusterOfName',
  'pinRevision',
  'placeOf',
  'readAdmitted',
];

test('compose.ts imports from rooms only what builds something and what clusters read', () => {
  const names = imports
    .filter(({ from, path }) => from === 'compose.ts' && rooms.includes(roomOf(path) ?? ''))
    .flatMap(({ names }) => names);
  expect(names.toSorted()).toEqual(
    ['createProvisioner', 'createImageLists', 'createRetentionDays', ...readings].toSorted(),
  );
});
