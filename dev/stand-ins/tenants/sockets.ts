/**
 * WebSockets of the environments: opened for admitted accounts, and closed when access ends, as the chart's companion
 * does (companion/sockets.ts).
 */
import { createHash } from 'node:crypto';
import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Environment } from './environment.ts';
import { type Gate, SESSION_COOKIE } from './gate.ts';

/** From RFC 6455: what a server adds to the client's key. */
const HANDSHAKE_GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';

const sessionIn = (cookies = ''): string | undefined =>
  new RegExp(`(?:^|; )${SESSION_COOKIE}=([^;]+)`).exec(cookies)?.[1];

function accept(socket: Duplex, key: string): void {
  const answer = createHash('sha1').update(`${key}${HANDSHAKE_GUID}`).digest('base64');
  const head = [
    'HTTP/1.1 101 Switching Protocols',
    'Upgrade: websocket',
    'Connection: Upgrade',
    `Sec-WebSocket-Accept: ${answer}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n`);
}

function refuse(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
}

/**
 * Guards every socket that opens at a server.
 * @returns A function that closes all of them.
 */
export function guardSockets(
  server: Server,
  options: {
    /** Decides who may enter; without one, everyone may. */
    readonly gate?: Gate | undefined;
    readonly environmentOf: (host: string) => Environment | null;
    readonly askAgainMs: number;
  },
): () => void {
  const open = new Map<Duplex, () => boolean>();
  server.on('upgrade', (incoming: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => socket.destroy());
    if (!/^\/socket\.io\/(?:\?|$)/.test(incoming.url ?? '')) return refuse(socket, 404);
    const environment = options.environmentOf(incoming.headers.host ?? '');
    if (environment === null) return refuse(socket, 404);
    const session = sessionIn(incoming.headers.cookie);
    const gate = environment.isReadOnly ? undefined : options.gate;
    const ask = (): number => {
      const now = options.environmentOf(incoming.headers.host ?? '');
      if (now === null) return 404;
      return gate === undefined ? 204 : gate.mayEnter(session, now);
    };
    const status = ask();
    if (status !== 204) return refuse(socket, status);
    accept(socket, incoming.headers['sec-websocket-key'] ?? '');
    open.set(socket, () => ask() === 204);
    socket.on('close', () => open.delete(socket));
    socket.resume();
  });
  const watch = setInterval(() => {
    for (const [socket, isAdmitted] of open) if (!isAdmitted()) socket.destroy();
  }, options.askAgainMs);
  watch.unref();
  return () => {
    clearInterval(watch);
    for (const socket of open.keys()) socket.destroy();
  };
}
