/** Sites of a drill: each a server of its own on this machine, whose way of failing a test chooses. */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createTcpServer } from 'node:net';

/**
 * `refuses`: nobody listens. `hangs`: takes the request and says nothing. `drips`: begins an answer, and sends a byte a
 * second. `errors`: status 500.
 */
export type Mode = 'up' | 'refuses' | 'hangs' | 'drips' | 'errors';

export interface Site {
  readonly port: number;
  readonly url: string;
  become(mode: Mode): Promise<void>;
  close(): void;
}

const DRIP_MS = 1000;

const answers: Readonly<Record<Exclude<Mode, 'refuses'>, RequestListener>> = {
  up: (_request, response) => response.end('ok'),
  errors: (_request, response) => response.writeHead(500).end(),
  hangs: () => undefined,
  drips(_request, response) {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    const drop = setInterval(() => response.write('.'), DRIP_MS);
    response.on('close', () => clearInterval(drop));
  },
};

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });

/** Starts a site that is up. */
export async function startSite(): Promise<Site> {
  let mode: Mode = 'up';
  const start = () =>
    createServer((request, response) => {
      // A kept connection would not notice that the next one is refused.
      response.setHeader('Connection', 'close');
      if (mode !== 'refuses') answers[mode](request, response);
    });
  let server = start();
  const port = await listening(server, 0);
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async become(next) {
      const isOpen = mode !== 'refuses';
      mode = next;
      if (next === 'refuses' && isOpen) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      } else if (next !== 'refuses' && !isOpen) {
        server = start();
        await listening(server, port);
      }
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A mail server that takes a connection and never greets. */
export async function startSilentServer(): Promise<{ readonly port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
