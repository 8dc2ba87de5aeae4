/** Whether the pod reaches port 25 of the Internet, tried once. */
import { EventEmitter } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { tryMailPort } from '#companion/mail-port.ts';
import { pick } from './render.ts';
import { renderTenant } from './tenant-nginx.ts';

/** A connection that ends like this, or never answers. */
const ending = (code: string | null) => {
  const asked: unknown[] = [];
  const open = (to: unknown) => {
    asked.push(to);
    const socket = Object.assign(new EventEmitter(), { destroy: () => undefined });
    if (code !== null) queueMicrotask(() => socket.emit('error', Object.assign(new Error(code), { code })));
    return socket;
  };
  return { asked, open: open as never };
};

test('a port that answers is open, and gets no byte', async () => {
  const received: Buffer[] = [];
  const ended = Promise.withResolvers<void>();
  const server = createServer((socket) =>
    socket.on('data', (part) => received.push(part)).on('close', () => ended.resolve()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  expect(await tryMailPort('127.0.0.1', { port })).toBe(true);
  await ended.promise;
  expect(received).toEqual([]);
  await new Promise((resolve) => server.close(resolve));
  expect(await tryMailPort('127.0.0.1', { port })).toBe(false);
});

test.each([
  ['ECONNREFUSED', false],
  ['EHOSTUNREACH', false],
  ['ETIMEDOUT', false],
  [null, false],
  ['ENOTFOUND', null],
  ['EAI_AGAIN', null],
])('after %s the port counts as %s', async (code, isOpen) => {
  const { open, asked } = ending(code);
  expect(await tryMailPort('mx.example', { open, timeoutMs: 1 })).toBe(isOpen);
  expect(asked).toEqual([{ host: 'mx.example', port: 25 }]);
});

test('without a host nothing is tried', async () => {
  const { open, asked } = ending(null);
  expect(await tryMailPort('', { open })).toBe(null);
  expect(asked).toEqual([]);
});

test.each([
  [{}, 'gmail-smtp-in.l.google.com'],
  [{ network: { mailProbeHost: '' } }, ''],
])('the chart with %o names %j to the companion alone', (values, host) => {
  const { containers } = pick(
    renderTenant({ functions: { tokenSha256: 'a'.repeat(64) }, ...values }),
    'StatefulSet',
  ).spec.template.spec;
  const named = containers.flatMap(
    ({ name, env = [] }: { name: string; env?: { name: string; value: string }[] }) =>
      env.flatMap((one) => (one.name === 'MAIL_PROBE_HOST' ? [[name, one.value]] : [])),
  );
  expect(named).toEqual([['companion', host]]);
});
