/** The companion's proxy of sockets, beside an instance that opens none. */
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createSocketGuard } from '#companion/sockets.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** Sends an upgrade, and resolves with what came until the connection ended. */
function open(port: number, heads: readonly string[]): Promise<string> {
  const lines = [
    'GET /socket.io/ HTTP/1.1',
    'Host: a',
    'Connection: Upgrade',
    'Upgrade: websocket',
    ...heads,
  ];
  return new Promise((resolve) => {
    let answer = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${lines.join('\r\n')}\r\n\r\n`));
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer));
    socket.on('error', () => resolve(answer));
  });
}

test('what one account’s request leaves unsent takes nothing of the next one’s', async () => {
  const instance = await listening(createServer((_request, response) => response.end('not now')));
  const guard = createSocketGuard({
    instanceUrl: `http://127.0.0.1:${instance}`,
    admission: async () => 204,
  });
  const companion = await listening(createServer().on('upgrade', guard.onUpgrade));
  expect(await open(companion, ['Content-Length: 5000'])).toContain('not now');
  expect(await open(companion, [])).toContain('not now');
});
