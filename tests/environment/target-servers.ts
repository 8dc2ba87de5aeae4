/** Servers on this machine that end with a test. */
import { createSocket, type Socket as UdpSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

/** Nothing outside this machine reaches a target. */
export const HOST = '127.0.0.1';

export interface Target {
  readonly port: number;
  close(): void;
}

/** Listens on a free port. */
export async function listening(
  server: ReturnType<typeof createServer>,
  sockets: Set<Socket>,
): Promise<Target> {
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** A server that answers what comes in on a connection. */
export function tcp(
  greet: (socket: Socket) => void,
  answer: (text: Buffer, socket: Socket) => void,
): Promise<Target> {
  const server = createServer((socket) => {
    greet(socket);
    socket.on('data', (data: Buffer) => answer(data, socket));
  });
  return listening(server, new Set());
}

/** A socket that answers each message, or keeps silent. */
export async function udp(answer: (message: Buffer) => Buffer | null): Promise<Target> {
  const socket: UdpSocket = createSocket('udp4');
  socket.on('message', (message, from) => {
    const reply = answer(message);
    if (reply !== null) socket.send(reply, from.port, from.address);
  });
  socket.bind(0, HOST);
  await once(socket, 'listening');
  return { port: socket.address().port, close: () => socket.close() };
}
