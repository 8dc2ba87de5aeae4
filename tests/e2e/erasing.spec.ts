/**
 * `npm run ops -- apagar`, killed together with the Worker in the middle of its work in the cluster and started again:
 * it leaves nothing, and says so. tests/vendors/cluster-removal.test.ts interrupts every single step.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Hono } from 'hono';
import { projectRoot } from '#dev/project-root.ts';
import { close, listen } from '#dev/stand-ins/stand-in.ts';
import { openEnvironment } from '#tests/support/environments.ts';
import { newFreeOrder } from '#tests/support/orders.ts';
import { expect, test } from '#tests/support/stack.ts';
import { stateOf } from '#tests/support/stand-in-controls.ts';

/** The step after which both are killed: the data is gone, the application is still there. */
const volumeDeleted = /^DELETE .*kind=PersistentVolumeClaim/;

test.describe.configure({ timeout: 180_000 });

/** A proxy to Argo CD: after a matching call its response is dropped and `onDone` is called. */
async function watchedLine(target: string) {
  let watched: { form: RegExp; onDone: () => Promise<void> } | undefined;
  const app = new Hono().all('*', async (c) => {
    const { pathname, search } = new URL(c.req.url);
    const call = `${c.req.method} ${pathname}${search}`;
    const body = ['GET', 'HEAD'].includes(c.req.method) ? null : await c.req.arrayBuffer();
    const headers = c.req.header();
    const answer = await fetch(`${target}${pathname}${search}`, { method: c.req.method, headers, body });
    if (watched?.form.test(call)) {
      const { onDone } = watched;
      watched = undefined;
      await onDone();
    }
    return new Response(await answer.text(), { status: answer.status });
  });
  const server: Server = await listen(app.fetch, 0);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    watch: (form: RegExp, onDone: () => Promise<void>) => {
      watched = { form, onDone };
    },
    stop: () => close(server),
  };
}

/** `npm run ops -- apagar` as a separate process. */
function erase(sitePort: number, name: string) {
  const words = [join(projectRoot, 'ops/ops.ts'), 'apagar', name, '--confirma', name];
  const child: ChildProcess = spawn(process.execPath, words, {
    env: { ...process.env, PORT: String(sitePort), OPS_OPERATOR: 'Operação' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8');
    });
  const ended = new Promise<{ code: number | null; signal: string | null; output: string }>((resolve) =>
    child.once('close', (code, signal) => resolve({ code, signal, output })),
  );
  return { ended, kill: () => child.kill('SIGKILL') };
}

test('killed when the volume is deleted, it is finished by the next command', async ({
  stack,
  registerUser,
  tokenFor,
}) => {
  const { sitePort, argocdUrl } = stack.addresses;
  const line = await watchedLine(argocdUrl);
  await stack.killWorker();
  await stack.restartWorker({ ARGOCD_URL: line.url });
  const person = await registerUser();
  const name = await openEnvironment(stack, await tokenFor(person), newFreeOrder());

  const first = erase(sitePort, name);
  const killed = new Promise<void>((resolve) =>
    line.watch(volumeDeleted, async () => {
      first.kill();
      await stack.killWorker();
      resolve();
    }),
  );
  expect(await first.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  await killed;
  await stack.restartWorker({ ARGOCD_URL: argocdUrl });

  const again = await erase(sitePort, name).ended;
  expect([again.code, again.output]).toEqual([0, expect.stringContaining('Apagado.')]);
  const { applications, objects } = await stateOf<{ applications: unknown[]; objects: unknown[] }>(
    stack,
    'argocd',
  );
  expect(JSON.stringify([applications, objects])).not.toContain(name);
  await line.stop();
});
