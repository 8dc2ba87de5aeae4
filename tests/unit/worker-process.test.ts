/** The Worker's process: how it reports a start that cannot succeed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stackPorts } from '#dev/free-ports.ts';
import { type WorkerVariables, workerVariables } from '#dev/local-values.ts';
import { stackAddresses } from '#dev/ports.ts';
import { readSitePort } from '#dev/site-port.ts';
import { createWorkerProcess } from '#dev/worker-process.ts';
import { wrongChoices } from '#dev/wrong-choices.ts';
import { CommandFailure } from '#ops/failure.ts';
import { fileFolder } from '#tests/support/folders.ts';

const stateDir = fileFolder();

test('a choice that the Worker would refuse is reported with allowed values', () => {
  const chosen = { ...workerVariables(stackAddresses()), PAYMENT_CARD_ENTRY: 'Hosted', NOTA_FISCAL: 'x' };
  expect(wrongChoices(workerVariables(stackAddresses()))).toEqual([]);
  expect(wrongChoices(chosen)).toEqual([
    'PAYMENT_CARD_ENTRY aceita form ou hosted; recebi "Hosted".',
    'NOTA_FISCAL não está como docs/configuration.md diz; recebi "x".',
  ]);
});

test.each(['abc', '80', '65515', '4321.5'])('PORT=%s is reported with the allowed values', (typed) => {
  expect(() => readSitePort(typed)).toThrow(`PORT deve ser um número de 1024 a 65514; recebi "${typed}".`);
  expect(readSitePort('5000')).toBe(5000);
  expect(readSitePort('')).toBe(4321);
  expect(Math.max(...stackPorts(stackAddresses(readSitePort('65514'))).map(([port]) => port))).toBe(65_535);
});

test('code that does not compile ends the start at once, with the line', async () => {
  const entry = join(stateDir, 'broken.ts');
  const assetsDir = join(stateDir, 'pages');
  mkdirSync(assetsDir, { recursive: true });
  writeFileSync(entry, 'export default {\n<<<<<<< ours\n};\n');
  const variables = {} as WorkerVariables;
  const worker = createWorkerProcess({
    port: 5971,
    stateDir,
    assetsDir,
    variables,
    entry,
    logLevel: 'error' as const,
  });
  const failure = await worker.start().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(CommandFailure);
  expect(String(failure)).toContain('broken.ts:2');
});
