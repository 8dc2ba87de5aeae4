/** Requests that a browser would never send: any path, repeated headers, invalid bytes. */
import { Agent, request } from 'node:http';

export interface RawRequest {
  readonly method: string;
  /** The path exactly as sent. */
  readonly path: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body?: Uint8Array | undefined;
  /** True: sent without Content-Length. */
  readonly isChunked?: boolean;
}

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  readonly ms: number;
}

/** Longer than any response takes; a request that takes longer hangs. */
const HANG_MS = 60_000;

const agent = new Agent({ keepAlive: true, maxSockets: 32 });

/** A server that refuses a larger body may stop reading it; the response is then lost with the connection. */
const REFUSED_UNREAD_BYTES = 16_384;
/** The local runtime's message when that happens. */
const LINE_LOST = 'Error: Network connection lost.';
const ATTEMPTS = 5;

/** The connection broke before a response, where the server was allowed to close it: proves nothing. */
class HungUp extends Error {}

/** @throws When there is no response. */
export async function send(port: number, raw: RawRequest): Promise<RawReply> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await sendOnce(port, raw);
    } catch (error) {
      if (!(error instanceof HungUp) || attempt === ATTEMPTS) throw error;
    }
  }
}

function sendOnce(port: number, { method, path, headers, body, isChunked }: RawRequest): Promise<RawReply> {
  const began = performance.now();
  const isRefusedUnread = (body?.length ?? 0) >= REFUSED_UNREAD_BYTES;
  return new Promise((resolve, reject) => {
    const names = new Set(headers.map(([name]) => name.toLowerCase()));
    const outgoing = request({
      agent,
      host: '127.0.0.1',
      port,
      method,
      path,
      setHost: !names.has('host'),
      // Name, value, name, value: the only format that can repeat a name.
      headers: [
        ...headers.flat(),
        ...(body
          ? isChunked
            ? ['Transfer-Encoding', 'chunked']
            : ['Content-Length', String(body.length)]
          : []),
        ...(names.has('host') ? [] : ['Host', `localhost:${port}`]),
      ],
    });
    let isAnswered = false;
    outgoing.setTimeout(HANG_MS, () => outgoing.destroy(new Error(`no answer in ${HANG_MS} ms`)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (isAnswered) return;
      // A kept-alive connection may be closed at any time, for example after an unread body.
      const mayHangUp = outgoing.reusedSocket || isRefusedUnread;
      const isBroken = error.code === 'EPIPE' || error.code === 'ECONNRESET';
      reject(isBroken && mayHangUp ? new HungUp(error.message, { cause: error }) : error);
    });
    outgoing.on('response', (incoming) => {
      isAnswered = true;
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        if (isRefusedUnread && text.trim() === LINE_LOST) return reject(new HungUp(LINE_LOST));
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, headers, text, ms: performance.now() - began });
      });
    });
    outgoing.end(body);
  });
}
