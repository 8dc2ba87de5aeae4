/** What a stand-in keeps over a restart. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStateFile } from '#dev/stand-ins/stand-in.ts';

let folder = '';
const open = () => createStateFile<number[]>(folder, 'kept', () => []);
const onDisk = () => JSON.parse(readFileSync(join(folder, 'kept.json'), 'utf8'));

beforeEach(() => {
  vi.useFakeTimers();
  folder = mkdtempSync(join(tmpdir(), 'vigia-state-'));
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

test('a thousand changes are written once, the last of them', () => {
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

test('whoever opens the file again finds what was not written yet, and nothing older comes after it', () => {
  open().write([1]);
  const again = open();
  expect(again.read()).toEqual([1]);
  again.write([1, 2]);
  vi.runAllTimers();
  expect(onDisk()).toEqual([1, 2]);
});

test('a process that ends writes first', () => {
  open().write([7]);
  process.emit('exit', 0);
  expect(onDisk()).toEqual([7]);
});

test('a folder that was removed stays removed', () => {
  open().write([1]);
  rmSync(folder, { recursive: true });
  vi.runAllTimers();
  expect(existsSync(folder)).toBe(false);
});
