/** Folders of a test's own, removed afterwards. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'vigia-'));
const removal = (folder: string) => () => rmSync(folder, { recursive: true, force: true });

/** For the running test, or for each test where `beforeEach` calls it; removed after every `afterEach`. */
export function testFolder(): string {
  const folder = newFolder();
  onTestFinished(removal(folder));
  return folder;
}

/** For all tests of the file or block that calls it. */
export function fileFolder(): string {
  const folder = newFolder();
  afterAll(removal(folder));
  return folder;
}
