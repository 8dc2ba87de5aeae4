/**
 * Something to watch for each kind of check: small servers on this machine, each with the least of its protocol.
 *
 * The larger protocols come from the libraries that an Uptime Kuma has for its own checks. Without a server here: Kafka, SQL
 * Server, Oracle, games, and what asks a service on the Internet (Steam, Globalping).
 */
import { createServer as createHttpServer } from 'node:http';
import { startLibraryTargets } from './library-targets.ts';
import { listening, type Target, tcp, udp } from './target-servers.ts';
import { acceptOf } from './web-socket.ts';

const pages: Readonly<Record<string, readonly [type: string, body: string]>> = {
  '/': ['text/plain', 'tudo em ordem'],
  '/json': ['application/json', JSON.stringify({ status: 'ok', 'build-id': 7 })],
  '/mq/api/health/checks/alarms/': ['application/json', '{"status":"ok"}'],
};

/** Pages, and an upgrade to WebSocket that says goodbye when it is told. */
function web(): Promise<Target> {
  const server = createHttpServer((request, response) => {
    const [type, body] = pages[request.url?.split('?')[0] ?? ''] ?? [];
    response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': type ?? 'text/plain' });
    response.end(body ?? '');
  });
  server.on('upgrade', (request, socket) => {
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${acceptOf(String(request.headers['sec-websocket-key']))}\r\n\r\n`,
    );
    // Code 1000, as a server writes it: without a mask.
    socket.on('data', () => socket.end(Buffer.from([0x88, 0x02, 0x03, 0xe8])));
    socket.on('error', () => socket.destroy());
  });
  return listening(server, new Set());
}

const smtp = () =>
  tcp(
    (socket) => socket.write('220 alvo ESMTP\r\n'),
    (text, socket) => {
      if (/^quit/i.test(text.toString())) socket.end('221 até logo\r\n');
      else socket.write('250 alvo\r\n');
    },
  );

/** Every command begins with `*`; all but PING are settings of the client. */
const redis = () =>
  tcp(
    () => undefined,
    (text, socket) => {
      for (const command of text.toString().split(/(?=^\*)/m))
        socket.write(/ping/i.test(command) ? '+PONG\r\n' : '+OK\r\n');
    },
  );

const postgresMessage = (type: string, body: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};
const ready = postgresMessage('Z', Buffer.from('I'));
const postgres = () =>
  tcp(
    () => undefined,
    (text, socket) => {
      if (text[0] === 0) socket.write(Buffer.concat([postgresMessage('R', Buffer.alloc(4)), ready]));
      else if (text[0] === 0x51)
        socket.write(Buffer.concat([postgresMessage('C', Buffer.from('SELECT 0\0')), ready]));
    },
  );

/** One record of type A for whatever is asked. */
const dns = () =>
  udp((query) => {
    const answer = Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 203, 0, 113, 7]);
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    return Buffer.concat([
      query.subarray(0, 2),
      Buffer.from([0x81, 0x80, 0, 1, 0, 1, 0, 0, 0, 0]),
      question,
      answer,
    ]);
  });

/** Stratum 2, at the time of this machine. */
const ntp = () =>
  udp(() => {
    const packet = Buffer.alloc(48);
    packet[0] = 0x1c;
    packet[1] = 2;
    const now = Date.now() + 2_208_988_800_000;
    for (const at of [32, 40]) {
      packet.writeUInt32BE(Math.floor(now / 1000), at);
      packet.writeUInt32BE(Math.floor(((now % 1000) / 1000) * 2 ** 32), at + 4);
    }
    return packet;
  });

/** Starts every target. @param kuma Folder of an Uptime Kuma. */
export async function startTargets(kuma: string) {
  const [webTarget, plain, mail, cache, sql, names, time, others] = await Promise.all([
    web(),
    tcp(
      () => undefined,
      () => undefined,
    ),
    smtp(),
    redis(),
    postgres(),
    dns(),
    ntp(),
    startLibraryTargets(kuma),
  ]);
  const targets = {
    web: webTarget,
    plain,
    smtp: mail,
    redis: cache,
    postgres: sql,
    dns: names,
    ntp: time,
    ...others,
  };
  return {
    ports: Object.fromEntries(Object.entries(targets).map(([name, { port }]) => [name, port])) as Record<
      keyof typeof targets,
      number
    >,
    stop() {
      for (const { close } of Object.values(targets)) close();
    },
  };
}
