/**
 * An unreliable connection between the Worker and one stand-in.
 *
 * Owns: which request gets which fault, drawn from the run's seed, and the counts. The stand-in itself works, so its
 * final state is the truth.
 */
import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  request as send,
} from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { close } from '#dev/stand-ins/stand-in.ts';
import type { Chance } from './random.ts';

/**
 * `unsent`: the connection breaks before the service gets the request. `lost`: the work is done, the response is lost.
 * `late`: the response is delayed. `down`: 503, nothing done. `garbled`: the work is done, the response is cut off.
 * `twice`: the service gets the request twice, as from a retrying gateway; only where that must be harmless.
 */
const lineFaults = ['unsent', 'lost', 'late', 'down', 'garbled', 'twice'] as const;
type LineFault = (typeof lineFaults)[number];

export interface FaultProxyOptions {
  readonly port: number;
  /** Origin of the stand-in. */
  readonly target: string;
  readonly chance: Chance;
  /** Share of requests with a fault, from 0 to 1, evaluated per request. */
  readonly share: () => number;
  /** Whether a request may reach the service twice. */
  readonly isRepeatable: (method: string, path: string) => boolean;
  readonly onFault: (fault: LineFault) => void;
}

export interface FaultProxy {
  readonly url: string;
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function forward(target: string, { method, path, headers, body }: Heard): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(`${target}${path}`, { method, headers }, async (incoming) => {
      try {
        resolve({
          status: incoming.statusCode ?? 502,
          headers: incoming.headers,
          body: await readAll(incoming),
        });
      } catch (error) {
        reject(error);
      }
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function give(response: ServerResponse, { status, headers, body }: Answer): void {
  const { 'transfer-encoding': _, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length });
  response.end(body);
}

export function createFaultProxy(options: FaultProxyOptions): FaultProxy {
  const { port, target, chance, onFault } = options;

  function drawFault({ method, path }: Heard): LineFault | null {
    if (!chance.hits(options.share())) return null;
    const fault = chance.pick(lineFaults);
    if (fault === 'twice' && !options.isRepeatable(method, path)) return 'late';
    return fault;
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const heard: Heard = {
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.headers,
      body: await readAll(request),
    };
    const fault = drawFault(heard);
    if (fault !== null) onFault(fault);
    switch (fault) {
      case 'unsent':
        response.destroy();
        return;
      case 'down':
        response.writeHead(503, { 'content-type': 'application/json' }).end('{}');
        return;
      case 'late':
        await wait(chance.between(200, 2500));
        break;
      case 'twice':
        await forward(target, heard);
        break;
    }
    const answer = await forward(target, heard);
    if (fault === 'lost') response.destroy();
    else if (fault === 'garbled')
      give(response, { ...answer, body: answer.body.subarray(0, answer.body.length >> 1) });
    else give(response, answer);
  }

  const server: Server = createServer((request, response) => {
    // A caller killed meanwhile gets nothing, and the proxy keeps running.
    handle(request, response).catch(() => response.destroy());
  });

  return {
    url: `http://localhost:${port}`,
    async start() {
      await once(server.listen(port), 'listening');
    },
    stop: () => close(server),
  };
}
