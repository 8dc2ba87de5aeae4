/**
 * The part of socket.io-client that the companion and the tests' visitors use (Engine.IO 4, Socket.IO 5, WebSocket
 * only).
 *
 * A real instance brings the real one, which the companion then uses; a visitor needs this one, because it sends the
 * headers of a browser through the gateway.
 */
import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { request } from 'node:http';
import type { Duplex } from 'node:stream';
import { exchangeTexts } from './web-socket.ts';

/** The first character is the packet's type in Engine.IO, the second in Socket.IO. */
const OPEN = '0';
const PING = '2';
const PONG = '3';
const CONNECT = '40';
const DISCONNECT = '41';
const EVENT = '42';
const ACK = '43';
const ANSWER_TIMEOUT_MS = 20_000;

export class InstanceSocket extends EventEmitter {
  #send: ((text: string) => void) | null = null;
  #stream: Duplex | null = null;
  #asked = 0;
  readonly #answers = new Map<string, (values: readonly unknown[]) => void>();

  constructor(url: string, headers: Readonly<Record<string, string>>) {
    super();
    const address = new URL('/socket.io/?EIO=4&transport=websocket', url);
    const asking = request(address, {
      headers: {
        Connection: 'Upgrade',
        Upgrade: 'websocket',
        'Sec-WebSocket-Version': '13',
        'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
        ...headers,
      },
    });
    asking.on('error', (error) => this.emit('connect_error', error));
    asking.on('response', (response) => {
      response.resume();
      this.emit('connect_error', new Error(`the server answers ${response.statusCode}`));
    });
    asking.on('upgrade', (_response, stream, head) => {
      this.#stream = stream;
      stream.on('error', () => stream.destroy());
      stream.once('close', () => this.emit('disconnect'));
      this.#send = exchangeTexts(stream, { isClient: true, head, onText: (text) => this.#take(text) });
    });
    asking.end();
  }

  #take(text: string): void {
    if (text.startsWith(OPEN)) this.#send?.(CONNECT);
    else if (text === PING) this.#send?.(PONG);
    else if (text.startsWith(CONNECT)) this.emit('connect');
    else if (text.startsWith(EVENT)) this.emit(...(JSON.parse(text.slice(EVENT.length)) as [string]));
    else if (text.startsWith(ACK)) {
      const [, id = '', values = ''] = /^43(\d+)(.*)$/s.exec(text) ?? [];
      this.#answers.get(id)?.(JSON.parse(values) as unknown[]);
      this.#answers.delete(id);
    }
  }

  /** Sends an event, and resolves with what the server acknowledges it with. */
  emitWithAck(event: string, ...values: unknown[]): Promise<unknown> {
    return this.timeout(ANSWER_TIMEOUT_MS).emitWithAck(event, ...values);
  }

  timeout(milliseconds: number) {
    return {
      emitWithAck: (event: string, ...values: unknown[]): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const id = String(this.#asked++);
          const timer = setTimeout(() => reject(new Error(`no answer to ${event}`)), milliseconds);
          this.#answers.set(id, ([answer]) => {
            clearTimeout(timer);
            resolve(answer);
          });
          this.#send?.(`${EVENT}${id}${JSON.stringify([event, ...values])}`);
        }),
    };
  }

  disconnect(): void {
    this.#send?.(DISCONNECT);
    this.#stream?.end();
  }
}

/** Opens a socket, with a browser's headers if they are given. */
export const io = (
  url: string,
  { extraHeaders = {} }: { readonly extraHeaders?: Readonly<Record<string, string>> } = {},
): InstanceSocket => new InstanceSocket(url, extraHeaders);
