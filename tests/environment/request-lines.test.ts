/**
 * Raw requests at an environment's companion and gateway: both live on as the same process, and answer.
 *
 * `npm run test:environment -- tests/environment/request-lines.test.ts --full` sends ten thousand, another draw each
 * time; `REQUEST_LINES_SEED` repeats one.
 */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { testScope } from '#tests/support/test-scope.ts';
import { HOST, sessionOf } from '../chart/tenant-nginx.ts';
import { drawLines, type RawLine, sendLine } from './request-lines.ts';
import { type Environment, instanceKinds, startEnvironment } from './stage.ts';

const { helm, nginx } = inject('chartTools');
const LINES = testScope === 'full' ? 10_000 : 600;
const seed = Number(
  process.env['REQUEST_LINES_SEED'] ?? (testScope === 'full' ? randomInt(1_000_000) : 20_833),
);
const AT_ONCE = 50;
/** For a drawn request, which may be half of one. */
const PATIENCE_MS = 250;
/** As an admitted account's page opens a socket. */
const ours = [`Host: ${HOST}`, `Origin: https://${HOST}`, `Cookie: ${sessionOf('dona')}`];
const upgrade = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];
const lineOf = (target: string, heads: readonly string[] = [], version = 'HTTP/1.1'): RawLine => ({
  bytes: `${[`GET ${target} ${version}`, ...heads].join('\r\n')}\r\n\r\n`,
  after: 'wait',
});
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

describe.skipIf(helm === null || nginx === null).each(instanceKinds)(
  'raw requests beside a %s instance',
  (kind) => {
    let environment: Environment;
    beforeAll(async () => {
      environment = await startEnvironment(kind);
      await environment.startAll();
    }, 120_000);
    afterAll(() => environment.stop());

    const toCompanion = (line: RawLine, patienceMs?: number) =>
      sendLine(environment.ports.companion, line, patienceMs);
    const toGateway = (line: RawLine, patienceMs?: number) =>
      sendLine(environment.ports.gateway, line, patienceMs);
    const expectAlive = async (before: object) => {
      expect(environment.processes()).toEqual(before);
      expect([await environment.isReady(), (await environment.ask('/api/entry-page')).status]).toEqual([
        true,
        200,
      ]);
    };

    test.each(['//', '//[', 'http://127.0.0.1/ready', '*', '//127.0.0.1:1/..//socket.io/x'])(
      'the companion refuses %s, as a page and as a socket, and lives on',
      async (target) => {
        const before = environment.processes();
        for (const line of [
          lineOf(target, ours),
          lineOf(target, [...ours, ...upgrade]),
          lineOf(target, upgrade, 'HTTP/1.0'),
          lineOf('/socket.io/', upgrade, 'HTTP/1.0'),
        ])
          expect([line.bytes, statusOf(await toCompanion(line))]).toEqual([line.bytes, 400]);
        await expectAlive(before);
      },
    );

    test('an admitted account’s socket reaches no other server through the companion', async () => {
      const asked: unknown[] = [];
      const foreign = createServer(({ url }, response) => {
        asked.push(url);
        response.end('a page of another server');
      });
      await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
      const { port } = foreign.address() as AddressInfo;
      try {
        for (const target of [
          `//127.0.0.1:${port}/..//socket.io/x`,
          `//127.0.0.1:${port}/socket.io/`,
          `//127.0.0.1:${port}`,
          `http://127.0.0.1:${port}/socket.io/`,
          `/socket.io/../..//127.0.0.1:${port}/`,
          `/\\127.0.0.1:${port}/`,
          `/socket.io/%2e%2e//127.0.0.1:${port}/`,
          `@127.0.0.1:${port}/socket.io/`,
        ])
          for (const send of [toCompanion, toGateway])
            expect(await send(lineOf(target, [...ours, ...upgrade]))).not.toContain('another server');
        expect(asked).toEqual([]);
      } finally {
        foreign.close();
        foreign.closeAllConnections();
      }
    });

    test('only the socket’s own path is proxied', async () => {
      const open = (target: string) => toCompanion(lineOf(target, [...ours, ...upgrade])).then(statusOf);
      expect(await open('/socket.io/?EIO=4&transport=websocket')).toBe(101);
      for (const path of [
        '/',
        '/metrics',
        '/socket.io/../metrics',
        '/socket.io/%2e%2e/metrics',
        '/socket.io/./',
        '/socket.io',
        '/socket.io/..%2fmetrics',
        '/socket.io/..\\metrics',
        '/socket.io//',
        '/SOCKET.IO/',
        '/socket.io/x',
      ])
        expect([path, await open(path)]).toEqual([path, 404]);
    });

    test(`${LINES} drawn requests end neither process (seed ${seed})`, async () => {
      const before = environment.processes();
      const lines = drawLines(seed, LINES, ours);
      const statuses = new Set<number>();
      for (let at = 0; at < lines.length; at += AT_ONCE) {
        const sent = lines.slice(at, at + AT_ONCE);
        const answers = await Promise.all(
          sent.flatMap((line) => [toCompanion(line, PATIENCE_MS), toGateway(line, PATIENCE_MS)]),
        );
        for (const answer of answers) statuses.add(statusOf(answer));
        if (JSON.stringify(environment.processes()) !== JSON.stringify(before))
          expect.fail(
            `ended by one of:\n${sent.map(({ bytes }) => JSON.stringify(bytes.slice(0, 300))).join('\n')}`,
          );
      }
      await expectAlive(before);
      // The draw reaches what it should: sockets that open, refusals of both, and pages.
      for (const status of [101, 200, 400, 401, 404, 431]) expect(statuses).toContain(status);
    }, 600_000);
  },
);
