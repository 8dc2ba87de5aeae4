/**
 * Tries once whether the pod reaches port 25 of the Internet. Nothing here needs it, alerts by mail leave on 587 and 465,
 * and through it a customer's monitor or a taken-over instance would send spam from the cluster's addresses. A
 * NetworkPolicy cannot close one port without listing all others and losing ping, so the provider's network has to.
 */
import { connect } from 'node:net';

const MAIL_PORT = 25;
const TIMEOUT_MS = 15_000;
/** What a network that closes the port answers; silence is the usual one. */
const CLOSED = new Set([
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
 * @param {string} host A mail server that every network knows (`network.mailProbeHost`); empty to try nothing.
 * @param {{ port?: number, timeoutMs?: number, open?: typeof connect }} [options] For tests.
 * @returns {Promise<boolean | null>} Whether the port is open; `null` when that is not known, as without DNS. Never rejects.
 */
export function tryMailPort(host, { port = MAIL_PORT, timeoutMs = TIMEOUT_MS, open = connect } = {}) {
  if (host === '') return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = open({ host, port });
    const done = (isOpen) => {
      clearTimeout(late);
      socket.destroy();
      resolve(isOpen);
    };
    const late = setTimeout(() => done(false), timeoutMs);
    late.unref();
    socket.once('connect', () => done(true));
    socket.on('error', ({ code }) => done(CLOSED.has(code) ? false : null));
  });
}

/**
 * Tries it once, now.
 * @param {string} host
 * @returns {() => boolean | null} What is known so far.
 */
export function createMailPort(host, log) {
  let isOpen = null;
  tryMailPort(host).then((found) => {
    isOpen = found;
    if (found) log({ event: 'mail-port-open', host });
  });
  return () => isOpen;
}
