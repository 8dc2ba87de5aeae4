/** Raw requests as no browser sends them: odd targets, broken lines, half-sent heads, upgrades to anywhere. */
import { connect } from 'node:net';
import fc from 'fast-check';

/** One connection: the bytes to send, and what the client does after them. */
export interface RawLine {
  readonly bytes: string;
  /** `end` closes the client's half; `reset` breaks the connection at once. */
  readonly after: 'wait' | 'end' | 'reset';
}

/** Targets that once did harm, or nearly; the rest is drawn from their pieces. */
const knownTargets = [
  '//',
  '///',
  '//[',
  '/[',
  '*',
  '',
  '?',
  '#',
  '/?',
  '/%',
  '/%zz',
  '/%2',
  '/%00',
  '/%0d%0aX-Y:%20z',
  'http://',
  'http://[',
  'https://127.0.0.1:22/',
  'http:/\\x',
  'file:///etc/passwd',
  '127.0.0.1:22',
  '//[/../socket.io/',
  '//127.0.0.1:1/..//socket.io/x',
  '/socket.io/../metrics',
  '/socket.io/..%2f-/state',
  '/socket.io/%2e%2e/metrics',
  '/socket.io/?EIO=4&transport=websocket',
  '/socket.io/%0d%0aHost:%20x/',
  '/ready',
  '/membership',
  '/alert',
  '/metrics',
  '/-/state',
  '/-/export?format=db',
  '/toString',
  '/__proto__',
];
const pieces = [
  '/',
  '//',
  '/../',
  '/./',
  '..',
  '[',
  ']',
  '\\',
  '@',
  ':',
  '?',
  '#',
  '&',
  '=',
  ';',
  '*',
  '^',
  '|',
  '<',
  '{',
  '%',
  '%2e',
  '%2f',
  '%5c',
  '%00',
  '%0d%0a',
  '%ff',
  '%u0041',
  '\0',
  '\x01',
  '\x7f',
  '\t',
  ' ',
  '\xff',
  '\xe9',
  'http:',
  'ws:',
  '127.0.0.1:1',
  '[::1]',
  'socket.io',
  'status',
  'api',
  '-',
  'state',
  'x',
  '1e9',
];
const target = fc.oneof(
  { weight: 1, arbitrary: fc.constant('/socket.io/?EIO=4&transport=websocket') },
  { weight: 2, arbitrary: fc.constantFrom(...knownTargets) },
  {
    weight: 5,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((drawn) => drawn.join('')),
  },
  {
    weight: 3,
    arbitrary: fc.array(fc.constantFrom(...pieces), { maxLength: 6 }).map((drawn) => `/${drawn.join('')}`),
  },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 90_000 }).map((length) => `/${'a'.repeat(length)}`) },
);
const method = fc.oneof(
  { weight: 6, arbitrary: fc.constant('GET') },
  fc.constantFrom('POST', 'PUT', 'HEAD', 'OPTIONS', 'TRACE', 'CONNECT', 'PRI', 'get', '', 'G\0T', 'DELETE'),
);
const version = fc.oneof(
  { weight: 8, arbitrary: fc.constant(' HTTP/1.1') },
  fc.constantFrom(' HTTP/1.0', ' HTTP/2.0', ' HTTP/9.9', '', ' HTTP/1.1 x', ' http/1.1'),
);
const upgrade = [
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];
const heads = (ours: readonly string[]) =>
  fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.constant(ours) },
      fc.constantFrom([], ['Host:'], ['Host: a', 'Host: b'], ['Host: [', 'Origin: ['], ['Host: \xff\xe9']),
    ),
    fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 3, arbitrary: fc.constant(['Upgrade: websocket', ...upgrade]) },
      fc.constantFrom(['Upgrade: h2c', ...upgrade], ['Upgrade: websocket'], ['Upgrade: \x01', ...upgrade]),
    ),
    fc.oneof(
      { weight: 6, arbitrary: fc.constant([]) },
      fc.constantFrom(
        ['Content-Length: 5'],
        ['Content-Length: -1'],
        ['Transfer-Encoding: chunked', 'Content-Length: 3'],
        ['Transfer-Encoding: chunked'],
        ['Expect: 100-continue'],
        ['Expect: x'],
        ['Cookie: \xff=;;='],
        ['X: '.padEnd(70_000, 'x')],
        ['Authorization: Bearer'],
        ['no colon'],
        [' folded'],
      ),
    ),
  );

/**
 * Draws connections, always the same for one seed.
 * @param ours Headers with which an admitted account opens a socket.
 */
export function drawLines(seed: number, count: number, ours: readonly string[]): readonly RawLine[] {
  const line = fc
    .tuple(
      method,
      target,
      version,
      heads(ours),
      fc.constantFrom(
        '\r\n\r\n',
        '\r\n\r\n',
        '\r\n\r\n',
        '\n\n',
        '\r\n',
        '',
        '\r\n\r\nGET // HTTP/1.1\r\n\r\n',
      ),
      fc.constantFrom<RawLine['after'][]>('wait', 'wait', 'wait', 'end', 'reset'),
    )
    .map(([drawnMethod, drawnTarget, drawnVersion, drawnHeads, end, after]) => ({
      bytes: `${[`${drawnMethod} ${drawnTarget}${drawnVersion}`, ...drawnHeads.flat()].join('\r\n')}${end}`,
      after,
    }));
  return fc.sample(line, { seed, numRuns: count });
}

/**
 * Sends one, and resolves with the beginning of the answer; `''` without one. Never rejects.
 * @param patienceMs A server that waits for the rest of a request answers nothing; then the client gives up.
 */
export function sendLine(port: number, { bytes, after }: RawLine, patienceMs = 20_000): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' });
    const done = (answer: string): void => {
      clearTimeout(patience);
      socket.destroy();
      resolve(answer);
    };
    const patience = setTimeout(() => done(''), patienceMs);
    socket.on('error', () => done(''));
    socket.on('close', () => done(''));
    socket.on('data', (part) => done(part.toString('latin1')));
    socket.write(bytes, 'latin1', () => {
      if (after === 'end') socket.end();
      if (after === 'reset') socket.resetAndDestroy();
    });
  });
}
