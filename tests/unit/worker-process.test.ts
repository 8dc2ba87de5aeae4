/** The Worker's process: what a start that cannot succeed looks like. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { StartFailure } from '#dev/failure.ts';
import type { WorkerVariables } from '#dev/local-values.ts';
import { createWorkerProcess } from '#dev/worker-process.ts';

const stateDir = mkdtempSync(join(tmpdir(), 'vigia-worker-'));
afterEach(() => rmSync(stateDir, { recursive: true, force: true }));

test('code that does not compile ends the start at once, with the line', { timeout: 60_000 }, async () => {
  const entry = join(stateDir, 'broken.ts');
  const assetsDir = join(stateDir, 'pages');
  mkdirSync(assetsDir);
  writeFileSync(entry, 'export default {\n<<<<<<< ours\n};\n');
  const variables = {} as WorkerVariables;
  const worker = createWorkerProcess({
    ...{ port: 5971, stateDir, assetsDir, variables, entry, logLevel: 'error' as const },
  });
  const failure = await worker.start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(StartFailure);
  expect(String(failure)).toContain('broken.ts:2');
});
