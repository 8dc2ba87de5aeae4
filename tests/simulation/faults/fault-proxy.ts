/**
 * An unreliable connection between the Worker and one stand-in.
 *
 * Owns: which request gets which fault, drawn from the run's seed, and the counts. The stand-in itself works, so its
 * final state is the truth.
 */
import type { Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { close, listen } from '#dev/stand-ins/stand-in.ts';
import type { Chance } from '../chance.ts';

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

/** Headers of one connection, which is not the next one's. */
const ofConnection = ['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding'];

export function createFaultProxy(options: FaultProxyOptions) {
  const { port, target, chance, onFault } = options;
  let server: Server | undefined;

  function drawFault(method: string, path: string): LineFault | null {
    if (!chance.hits(options.share())) return null;
    const fault = chance.pick(lineFaults);
    if (fault === 'twice' && !options.isRepeatable(method, path)) return 'late';
    return fault;
  }

  const app = new Hono<{ Bindings: HttpBindings }>().all('*', async (c) => {
    const { method, path, url } = c.req;
    const body = method === 'GET' || method === 'HEAD' ? null : await c.req.arrayBuffer();
    const headers = new Headers(c.req.raw.headers);
    for (const name of ofConnection) headers.delete(name);
    const forward = () =>
      fetch(`${target}${url.slice(new URL(url).origin.length)}`, {
        method,
        headers,
        body,
        redirect: 'manual',
      });
    const fault = drawFault(method, path);
    if (fault !== null) onFault(fault);
    if (fault === 'down') return c.json({}, 503);
    if (fault === 'late') await wait(chance.between(200, 2500));
    if (fault === 'twice') await (await forward()).arrayBuffer();
    const answer = fault === 'unsent' ? null : await forward();
    const bytes = await answer?.arrayBuffer();
    if (answer === null || bytes === undefined || fault === 'lost') {
      c.env.outgoing.destroy();
      return c.body(null);
    }
    const kept = new Headers(answer.headers);
    for (const name of ofConnection) kept.delete(name);
    const sent = fault === 'garbled' ? bytes.slice(0, bytes.byteLength >> 1) : bytes;
    return new Response(sent.byteLength === 0 ? null : sent, { status: answer.status, headers: kept });
  });

  return {
    async start() {
      server = await listen(app.fetch as Hono['fetch'], port);
    },
    stop: () => close(server),
  };
}
