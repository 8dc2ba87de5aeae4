/** workerd serving a constant: the maximum that this machine can answer. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projectRoot } from '#dev/project-root.ts';
import { type Usage, usageOfGroup } from './processes.ts';

const config = (port: number): string => `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "constant.js", esModule = "export default { fetch: () => new Response('{}') };")],
    compatibilityDate = "2026-10-01"))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]);
`;

/** Starts the server; resolves when it answers. */
export async function startBareWorkerd(
  port: number,
  folder: string,
): Promise<{ url: string; usage(): Usage; stop(): void }> {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'constant.capnp');
  writeFileSync(path, config(port));
  const child: ChildProcess = spawn(join(projectRoot, 'node_modules/.bin/workerd'), ['serve', path], {
    stdio: 'inherit',
    // In its own process group, so that its CPU time can be measured.
    detached: true,
  });
  const url = `http://127.0.0.1:${port}/`;
  for (let attempt = 0; attempt < 200; attempt += 1) {
    if (child.exitCode !== null) break;
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) return { url, usage: () => usageOfGroup(child.pid ?? 0), stop: () => child.kill() };
    await wait(50);
  }
  child.kill();
  throw new Error('workerd did not start.');
}
