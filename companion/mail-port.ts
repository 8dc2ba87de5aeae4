/**
 * Tries once whether the pod reaches port 25 of the Internet. Nothing here needs it, alerts by mail leave on 587 and 465,
 * and through it a customer's monitor or a taken-over instance would send spam from the cluster's addresses. A
 * NetworkPolicy cannot close one port without listing all others and losing ping, so the provider's network has to.
 */
import { connect } from 'node:net';
import type { Log } from './log.ts';

const MAIL_PORT = 25;
const TIMEOUT_MS = 15_000;
/** What a network that closes the port answers; silence is the usual one. */
const CLOSED = new Set<unknown>([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'EACCES',
  'EPERM',
]);

/**
 * Opens a connection, and closes it without a byte.
 * @param host A mail server that every network knows (`network.mailProbeHost`); empty to try nothing.
 * @param options For tests.
 * @returns Whether the port is open; `null` when that is not known, as without DNS. Never rejects.
 */
export function tryMailPort(
  host: string,
  { port = MAIL_PORT, timeoutMs = TIMEOUT_MS, open = connect } = {},
): Promise<boolean | null> {
  if (host === '') return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = open({ host, port });
    const done = (isOpen: boolean | null) => {
      clearTimeout(late);
      socket.destroy();
      resolve(isOpen);
    };
    const late = setTimeout(() => done(false), timeoutMs);
    late.unref();
    socket.once('connect', () => done(true));
    socket.on('error', (error) => done('code' in error && CLOSED.has(error.code) ? false : null));
  });
}

/** Tries it once, now; the returned function says what is known so far. */
export function createMailPort(host: string, log: Log): () => boolean | null {
  let isOpen: boolean | null = null;
  tryMailPort(host).then((found) => {
    isOpen = found;
    if (found) log({ event: 'mail-port-open', host });
  });
  return () => isOpen;
}
