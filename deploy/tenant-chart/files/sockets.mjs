/**
 * Proxies sockets to the instance, and closes those whose account may no longer enter.
 *
 * The gateway checks only when a socket opens, and it may stay open for days. So access is checked here first, and
 * again every few seconds, and at once when the list of admitted accounts changes. A refusal closes the socket; while
 * the sign-in does not answer, it is closed within a minute.
 */
import { request, STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const ASK_AGAIN_MS = 15_000;
/** A restarting sign-in does not answer for a moment. After the third failure in a row the socket is closed. */
const SILENCES_MAX = 3;

/** The response head to pass on. */
function headOf({ statusCode, statusMessage, rawHeaders }) {
  const lines = [`HTTP/1.1 ${statusCode} ${statusMessage}`];
  for (let at = 0; at < rawHeaders.length; at += 2) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`);
  return `${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Checks access until the socket is closed, by either end or by a refusal.
 * @param {() => AbortSignal} awaited Its signal ends a wait early.
 */
async function watch(client, isAdmitted, askAgainMs, awaited) {
  const closed = new AbortController();
  client.once('close', () => closed.abort());
  for (let silences = 0; silences < SILENCES_MAX; ) {
    const signal = AbortSignal.any([closed.signal, awaited()]);
    await wait(askAgainMs, undefined, { signal }).catch(() => undefined);
    if (closed.signal.aborted) return;
    silences = await isAdmitted().then(
      (status) => (status === 204 ? 0 : SILENCES_MAX),
      () => silences + 1,
    );
  }
  client.destroy();
}

/**
 * Makes the handler of a server's `upgrade` event, and `askNow`, which checks all open sockets at once.
 *
 * @param {{ instanceUrl: string, admission: (headers: object) => Promise<number>, askAgainMs?: number | undefined }} options
 */
export function createSocketGuard({ instanceUrl, admission, askAgainMs = ASK_AGAIN_MS }) {
  let now = new AbortController();
  const onUpgrade = async (incoming, client, head) => {
    const { cookie, host, ...others } = incoming.headers;
    const ask = () => admission({ cookie, host });
    const end = () => client.destroy();
    client.on('error', end);
    const status = await ask().catch(() => 503);
    if (status !== 204)
      return client.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);

    const outgoing = request(new URL(incoming.url, instanceUrl), { headers: { ...others, host } });
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
    onUpgrade,
    askNow() {
      now.abort();
      now = new AbortController();
    },
  };
}
