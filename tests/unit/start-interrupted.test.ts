/** `npm start`, interrupted before it is up. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { findObstacle } from '#dev/free-ports.ts';
import { stackAddresses } from '#dev/ports.ts';
import { projectRoot } from '#dev/project-root.ts';
import { stackFolders } from '#dev/stack-folders.ts';
import { reservePorts } from '#tests/support/reserved-ports.ts';

test('Ctrl-C at its first step ends it there, leaving nothing', async () => {
  const sitePort = await reservePorts('INTERRUPTED_PORT', 24_000, 1);
  onTestFinished(() => rmSync(dirname(stackFolders(sitePort).stateDir), { recursive: true, force: true }));
  const start = spawn(process.execPath, ['dev/start.ts'], {
    cwd: projectRoot,
    env: { ...process.env, PORT: String(sitePort) },
  });
  onTestFinished(() => void start.kill('SIGKILL'));
  let said = '';
  start.stdout.on('data', (text) => {
    said += text;
    if (said.includes('Substitutos locais')) start.kill('SIGINT');
  });
  expect((await once(start, 'exit'))[0]).toBe(0);
  expect(said).toContain('Encerrando…');
  expect(said).not.toContain('API (Worker)');
  expect(await findObstacle(stackAddresses(sitePort))).toBeUndefined();
});
