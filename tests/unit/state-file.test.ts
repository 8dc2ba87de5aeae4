/** The state that a stand-in keeps across restarts. */
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStateFile } from '#dev/stand-ins/stand-in.ts';
import { testFolder } from '#tests/support/folders.ts';

let folder = '';
const open = () => createStateFile<number[]>(folder, 'kept', () => []);
const onDisk = () => JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8'));

beforeEach(() => {
  vi.useFakeTimers();
  folder = testFolder();
});
afterEach(() => vi.useRealTimers());

test('a thousand changes are written once, with the last state', () => {
  const file = open();
  const written: number[] = [];
  for (let n = 0; n < 1000; n += 1) {
    written.push(n);
    file.write(written);
  }
  expect(existsSync(join(folder, 'kept.json'))).toBe(false);
  vi.runAllTimers();
  expect(onDisk()).toHaveLength(1000);
});

test('reopening returns unwritten state, and drops the older write', () => {
  open().write([1]);
  const again = open();
  expect(again.read()).toEqual([1]);
  again.write([1, 2]);
  vi.runAllTimers();
  expect(onDisk()).toEqual([1, 2]);
});

test('a process writes before it ends', () => {
  open().write([7]);
  process.emit('exit', 0);
  expect(onDisk()).toEqual([7]);
});

test('a removed folder is not created again', () => {
  open().write([1]);
  rmSync(folder, { recursive: true });
  vi.runAllTimers();
  expect(existsSync(folder)).toBe(false);
});
