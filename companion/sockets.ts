/**
 * Proxies sockets to the instance, and closes those whose account may no longer enter.
 *
 * The gateway checks only when a socket opens, and it may stay open for days. So access is checked here first, and
 * again every few seconds, and at once when the list of admitted accounts changes. A refusal closes the socket; while
 * the sign-in does not answer, it is closed within a minute.
 */
import { type IncomingMessage, request, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { Admission } from './admission.ts';
import { readTarget } from './target.ts';

/**
 * The one path at which the instance opens sockets. Nothing else is passed on, so no dot segment, encoded or not, can
 * lead to another of its pages, where this proxy's callers count as the administrator.
 */
const SOCKET_PATH = '/socket.io/';
const ASK_AGAIN_MS = 15_000;
/** A restarting sign-in does not answer for a moment. After the third failure in a row the socket is closed. */
const SILENCES_MAX = 3;

/** The response head to pass on. */
function headOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage): string {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Checks access until the socket is closed, by either end or by a refusal.
 * @param awaited Its signal ends a wait early.
 */
async function watch(
  client: Duplex,
  askAdmission: () => Promise<number>,
  askAgainMs: number,
  awaited: () => AbortSignal,
): Promise<void> {
  const closed = new AbortController();
  client.once('close', () => closed.abort());
  for (let silences = 0; silences < SILENCES_MAX; ) {
    const signal = AbortSignal.any([closed.signal, awaited()]);
    await wait(askAgainMs, undefined, { signal }).catch(() => undefined);
    if (closed.signal.aborted) return;
    silences = await askAdmission().then(
      (status) => (status === 204 ? 0 : SILENCES_MAX),
      () => silences + 1,
    );
  }
  client.destroy();
}

/** Answers a socket that is not opened. */
const refuse = (client: Duplex, status: number): void => {
  client.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
};

/** Makes the handler of a server's `upgrade` event, and `askNow`, which checks all open sockets at once. */
export function createSocketGuard({
  instanceUrl,
  admission,
  askAgainMs = ASK_AGAIN_MS,
}: {
  instanceUrl: string;
  admission: Admission;
  askAgainMs?: number | undefined;
}) {
  const { hostname, port } = new URL(instanceUrl);
  let now = new AbortController();
  const open = async (incoming: IncomingMessage, client: Duplex, head: Buffer) => {
    const end = () => client.destroy();
    const target = readTarget(incoming.url);
    const { cookie, host, ...others } = incoming.headers;
    // HTTP/1.0 has no Host, and no sockets either.
    if (target === null || host === undefined) return refuse(client, 400);
    if (target.path !== SOCKET_PATH) return refuse(client, 404);
    const ask = () => admission(cookie === undefined ? { host } : { cookie, host });
    const status = await ask().catch(() => 503);
    if (status !== 204) return refuse(client, status);
    if (client.destroyed) return;

    // Host and port are the instance's, whatever the target says. Each socket has a connection of its own: a body that is
    // announced and not sent would take its length from the next request on the same one, which is another account's.
    const outgoing = request({
      ...{ agent: false, hostname, port, path: `${SOCKET_PATH}${target.search}` },
      headers: { ...others, host },
    });
    client.once('close', () => outgoing.destroy());
    outgoing.on('error', end);
    outgoing.on('response', (answer) => {
      client.write(headOf(answer));
      answer.pipe(client);
    });
    outgoing.on('upgrade', (answer, server, rest) => {
      server.on('error', end);
      server.once('close', end);
      client.once('close', () => server.destroy());
      client.write(headOf(answer));
      if (rest.length > 0) client.write(rest);
      if (head.length > 0) server.write(head);
      client.pipe(server).pipe(client);
      watch(client, ask, askAgainMs, () => now.signal).catch(() => undefined);
    });
    outgoing.end();
  };
  return {
    // Nothing that a caller sends ends the process: a broken connection ends the socket, and so does an exception.
    onUpgrade(incoming: IncomingMessage, client: Duplex, head: Buffer) {
      client.on('error', () => client.destroy());
      open(incoming, client, head).catch(() => client.destroy());
    },
    askNow() {
      now.abort();
      now = new AbortController();
    },
  };
}
export type SocketGuard = ReturnType<typeof createSocketGuard>;
